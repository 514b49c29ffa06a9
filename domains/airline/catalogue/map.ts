/** Where the built-in world's airports lie, and how much they are flown to. */

export interface Airport {
  readonly iata: string;
  /** As a traveller says it; the city alone where the city has one airport. */
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Hubs are linked to each other and to most of the rest. */
  readonly hub?: true;
}

export const airports: readonly Airport[] = [
  { iata: "SFO", name: "San Francisco", latitude: 37.6, longitude: -122.4 },
  { iata: "JFK", name: "New York JFK", latitude: 40.6, longitude: -73.8, hub: true },
  { iata: "LAX", name: "Los Angeles", latitude: 33.9, longitude: -118.4, hub: true },
  { iata: "ORD", name: "Chicago", latitude: 42.0, longitude: -87.9, hub: true },
  { iata: "DFW", name: "Dallas", latitude: 32.9, longitude: -97.0, hub: true },
  { iata: "DEN", name: "Denver", latitude: 39.9, longitude: -104.7, hub: true },
  { iata: "SEA", name: "Seattle", latitude: 47.4, longitude: -122.3 },
  { iata: "ATL", name: "Atlanta", latitude: 33.6, longitude: -84.4, hub: true },
  { iata: "MIA", name: "Miami", latitude: 25.8, longitude: -80.3 },
  { iata: "BOS", name: "Boston", latitude: 42.4, longitude: -71.0 },
  { iata: "PHX", name: "Phoenix", latitude: 33.4, longitude: -112.0 },
  { iata: "IAH", name: "Houston", latitude: 30.0, longitude: -95.3 },
  { iata: "LAS", name: "Las Vegas", latitude: 36.1, longitude: -115.2 },
  { iata: "MCO", name: "Orlando", latitude: 28.4, longitude: -81.3 },
  { iata: "EWR", name: "Newark", latitude: 40.7, longitude: -74.2 },
  { iata: "CLT", name: "Charlotte", latitude: 35.2, longitude: -80.9 },
  { iata: "MSP", name: "Minneapolis", latitude: 44.9, longitude: -93.2 },
  { iata: "DTW", name: "Detroit", latitude: 42.2, longitude: -83.4 },
  { iata: "PHL", name: "Philadelphia", latitude: 39.9, longitude: -75.2 },
  { iata: "LGA", name: "New York LaGuardia", latitude: 40.8, longitude: -73.9 },
];

/** In miles along the earth's surface. */
export function distance(a: Airport, b: Airport): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(a.latitude), radians(b.latitude)];
  const across = radians(b.longitude - a.longitude);
  const cosine = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(across);
  return 3959 * Math.acos(Math.min(1, cosine));
}

/** The same between two codes. */
export function miles(from: string, to: string): number {
  const [a, b] = [from, to].map((code) => airports.find(({ iata }) => iata === code));
  if (a === undefined || b === undefined) throw new Error(`no airport ${a ? to : from}`);
  return distance(a, b);
}
