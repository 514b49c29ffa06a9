/**
 * What the shop sells. Each value of an option carries what it adds to the base price, in dollars; values are worded
 * so that "the <value>, <value> one" is English, and names so that they stay right in lower case.
 */
export interface CatalogueProduct {
  readonly name: string;
  readonly base: number;
  readonly options: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const catalogue: readonly CatalogueProduct[] = [
  {
    name: "Enamel Stockpot",
    base: 62,
    options: {
      capacity: { "4-quart": 0, "6-quart": 14, "8-quart": 27 },
      color: { cream: 0, "brick red": 0, teal: 3 },
      lid: { "glass-lid": 0, "enamel-lid": 6 },
    },
  },
  {
    name: "Cast Iron Skillet",
    base: 28,
    options: {
      diameter: { "8-inch": 0, "10-inch": 9, "12-inch": 19 },
      surface: { "pre-seasoned": 0, enameled: 21 },
      handle: { "single-handle": 0, "two-handle": 4 },
    },
  },
  {
    name: "Countertop Kettle",
    base: 39,
    options: {
      capacity: { "1-liter": 0, "1.5-liter": 6, "1.7-liter": 10 },
      material: { "stainless steel": 0, glass: 5, ceramic: 17 },
      control: { "single-switch": 0, "variable-temperature": 22 },
    },
  },
  {
    name: "Burr Coffee Grinder",
    base: 74,
    options: {
      burrs: { "steel-burr": 0, "ceramic-burr": 18 },
      hopper: { "8-ounce": 0, "12-ounce": 11 },
      color: { black: 0, silver: 0, white: 4 },
    },
  },
  {
    name: "Pour Over Coffee Set",
    base: 33,
    options: {
      size: { "2-cup": 0, "4-cup": 7, "6-cup": 13 },
      filter: { "paper-filter": 0, "steel-mesh": 9 },
      stand: { "no-stand": 0, "bamboo-stand": 12, "walnut-stand": 19 },
    },
  },
  {
    name: "Knife Block Set",
    base: 88,
    options: {
      pieces: { "5-piece": 0, "8-piece": 42, "12-piece": 79 },
      block: { "acacia-block": 0, "bamboo-block": 0, "black-block": 5 },
      steel: { "German-steel": 0, "Japanese-steel": 38 },
    },
  },
  {
    name: "Stand Mixer",
    base: 209,
    options: {
      bowl: { "4.5-quart": 0, "5.5-quart": 46 },
      color: { "mint green": 0, graphite: 0, "cherry red": 0, ivory: 8 },
      drive: { "tilt-head": 0, "bowl-lift": 64 },
    },
  },
  {
    name: "Countertop Blender",
    base: 96,
    options: {
      power: { "900-watt": 0, "1200-watt": 33, "1500-watt": 58 },
      jar: { "plastic-jar": 0, "glass-jar": 14 },
      color: { black: 0, red: 0, cream: 4 },
    },
  },
  {
    name: "Dinnerware Set",
    base: 71,
    options: {
      pieces: { "12-piece": 0, "16-piece": 23, "24-piece": 57 },
      material: { stoneware: 0, porcelain: 16 },
      color: { "sand-colored": 0, "slate blue": 3, white: 0 },
    },
  },
  {
    name: "Insulated Water Bottle",
    base: 23,
    options: {
      capacity: { "18-ounce": 0, "24-ounce": 4, "32-ounce": 9 },
      lid: { "straw-lid": 0, "screw-lid": 0 },
      color: { coral: 0, navy: 0, "matte black": 2, "sage green": 0 },
    },
  },
  {
    name: "Lunch Box",
    base: 19,
    options: {
      compartments: { "2-compartment": 0, "3-compartment": 4, "5-compartment": 9 },
      material: { bamboo: 6, steel: 11, plastic: 0 },
      color: { yellow: 0, gray: 0, pink: 0 },
    },
  },
  {
    name: "Floor Lamp",
    base: 84,
    options: {
      style: { arc: 22, tripod: 9, straight: 0 },
      finish: { brass: 12, "black-metal": 0, nickel: 6 },
      light: { "warm-light": 0, dimmable: 17 },
    },
  },
  {
    name: "Reading Lamp",
    base: 37,
    options: {
      base: { "clamp-on": 0, "weighted-base": 4 },
      light: { "warm-white": 0, "daylight-white": 0, adjustable: 13 },
      color: { black: 0, white: 0, "forest green": 3 },
    },
  },
  {
    name: "Throw Blanket",
    base: 34,
    options: {
      material: { cotton: 0, fleece: -6, wool: 31 },
      size: { "50-by-60-inch": 0, "60-by-80-inch": 12 },
      color: { oatmeal: 0, rust: 0, indigo: 0 },
    },
  },
  {
    name: "Duvet Cover Set",
    base: 58,
    options: {
      size: { "twin-size": 0, "queen-size": 15, "king-size": 26 },
      material: { percale: 0, linen: 49, sateen: 12 },
      color: { white: 0, "dusty rose": 0, charcoal: 0 },
    },
  },
  {
    name: "Memory Foam Pillow",
    base: 41,
    options: {
      size: { "standard-size": 0, "king-size": 11 },
      firmness: { soft: 0, "medium-firm": 0, firm: 2 },
      cover: { "bamboo-cover": 5, "cotton-cover": 0 },
    },
  },
  {
    name: "Bath Towel Set",
    base: 44,
    options: {
      pieces: { "4-piece": 0, "6-piece": 17 },
      weave: { terry: 0, waffle: 4 },
      color: { white: 0, "sea green": 0, "dark gray": 0, terracotta: 2 },
    },
  },
  {
    name: "Area Rug",
    base: 119,
    options: {
      size: { "4-by-6-foot": 0, "5-by-8-foot": 62, "8-by-10-foot": 148 },
      material: { jute: 0, wool: 71, polypropylene: -24 },
      color: { natural: 0, "navy-striped": 8, gray: 0 },
    },
  },
  {
    name: "Bookcase",
    base: 134,
    options: {
      shelves: { "3-shelf": 0, "5-shelf": 38, "6-shelf": 57 },
      material: { oak: 64, pine: 0, steel: 19 },
      color: { natural: 0, black: 4, white: 4 },
    },
  },
  {
    name: "Standing Desk",
    base: 318,
    options: {
      width: { "48-inch": 0, "55-inch": 41, "63-inch": 86 },
      top: { "walnut-top": 47, "white-top": 0, "bamboo-top": 33 },
      motor: { "single-motor": 0, "dual-motor": 78 },
    },
  },
  {
    name: "Task Chair",
    base: 187,
    options: {
      back: { "mesh-back": 0, "cushioned-back": 24 },
      arms: { armless: -21, "fixed-arm": 0, "adjustable-arm": 36 },
      color: { black: 0, gray: 0, "midnight blue": 6 },
    },
  },
  {
    name: "Monitor Arm",
    base: 67,
    options: {
      screens: { "single-screen": 0, "dual-screen": 44 },
      mount: { "clamp-mount": 0, "grommet-mount": 0 },
      color: { black: 0, silver: 0, white: 3 },
    },
  },
  {
    name: "Wireless Keyboard",
    base: 69,
    options: {
      layout: { compact: 0, tenkeyless: 11, "full-size": 19 },
      switches: { quiet: 6, tactile: 0, clicky: 0 },
      color: { "off-white": 0, black: 0 },
    },
  },
  {
    name: "Ergonomic Mouse",
    base: 46,
    options: {
      hand: { "right-handed": 0, "left-handed": 4 },
      connection: { wired: 0, bluetooth: 13 },
      color: { black: 0, gray: 0, white: 2 },
    },
  },
  {
    name: "Portable Speaker",
    base: 79,
    options: {
      size: { mini: -28, standard: 0, large: 63 },
      battery: { "10-hour": 0, "20-hour": 21 },
      color: { blue: 0, black: 0, orange: 0 },
    },
  },
  {
    name: "Over-Ear Headset",
    base: 124,
    options: {
      connection: { wired: 0, wireless: 38 },
      noise: { "noise-cancelling": 47, "open-back": 12, "closed-back": 0 },
      color: { black: 0, "pearl white": 4 },
    },
  },
  {
    name: "Tablet Case",
    base: 31,
    options: {
      size: { "8-inch": 0, "10-inch": 4, "12-inch": 9 },
      material: { leather: 26, canvas: 5, silicone: 0 },
      color: { black: 0, tan: 0, plum: 0 },
    },
  },
  {
    name: "Power Bank",
    base: 36,
    options: {
      capacity: { "10000-mAh": 0, "20000-mAh": 17, "27000-mAh": 34 },
      ports: { "2-port": 0, "3-port": 7 },
      color: { black: 0, white: 0, lime: 1 },
    },
  },
  {
    name: "Home Thermostat",
    base: 139,
    options: {
      sensor: { "no-sensor": 0, "one-sensor": 29, "two-sensor": 54 },
      display: { "color-display": 18, "monochrome-display": 0 },
      color: { white: 0, black: 3 },
    },
  },
  {
    name: "Video Doorbell",
    base: 112,
    options: {
      power: { wired: 0, "battery-powered": 23 },
      resolution: { "1080p": 0, "2K": 36 },
      finish: { "satin nickel": 0, "dark bronze": 5, white: 0 },
    },
  },
  {
    name: "Robot Vacuum",
    base: 248,
    options: {
      mapping: { "gyro-mapping": 0, "laser-mapping": 87 },
      mop: { "vacuum-only": 0, "mop-equipped": 52 },
      color: { black: 0, white: 0 },
      dock: { "charging-dock": 0, "self-emptying": 129 },
    },
  },
  {
    name: "Room Air Cleaner",
    base: 131,
    options: {
      coverage: { "200-square-foot": 0, "400-square-foot": 58, "700-square-foot": 127 },
      filter: { "carbon-filter": 0, "allergen-filter": 19 },
      color: { white: 0, black: 4 },
    },
  },
  {
    name: "Ultrasonic Humidifier",
    base: 48,
    options: {
      tank: { "2-liter": 0, "4-liter": 14, "6-liter": 27 },
      mist: { "cool-mist": 0, "warm-mist": 11 },
      color: { white: 0, "pale blue": 0 },
    },
  },
  {
    name: "Rain Jacket",
    base: 93,
    options: {
      size: { "extra-small": 0, small: 0, medium: 0, large: 0, "extra-large": 4 },
      color: { mustard: 0, navy: 0, olive: 0 },
      lining: { unlined: 0, "fleece-lined": 28 },
    },
  },
  {
    name: "Merino Sweater",
    base: 86,
    options: {
      size: { small: 0, medium: 0, large: 0, "extra-large": 5 },
      neck: { "crew-neck": 0, "V-neck": 0, turtleneck: 9 },
      color: { burgundy: 0, charcoal: 0, camel: 0 },
    },
  },
  {
    name: "Flannel Shirt",
    base: 47,
    options: {
      size: { small: 0, medium: 0, large: 0, "extra-large": 3 },
      fit: { "slim-fit": 0, "regular-fit": 0 },
      color: { "red-plaid": 0, "green-plaid": 0, "gray-plaid": 0 },
    },
  },
  {
    name: "Denim Jacket",
    base: 78,
    options: {
      size: { small: 0, medium: 0, large: 0 },
      wash: { "light-wash": 0, "dark-wash": 0, black: 6 },
      lining: { unlined: 0, "sherpa-lined": 32 },
    },
  },
  {
    name: "Linen Dress",
    base: 82,
    options: {
      size: { small: 0, medium: 0, large: 0 },
      length: { "knee-length": 0, midi: 7, "ankle-length": 14 },
      color: { white: 0, "sky blue": 0, clay: 0 },
    },
  },
  {
    name: "Leather Belt",
    base: 42,
    options: {
      size: { "32-inch": 0, "34-inch": 0, "36-inch": 0, "40-inch": 3 },
      color: { brown: 0, black: 0, cognac: 4 },
      buckle: { "silver-buckle": 0, "brass-buckle": 5 },
    },
  },
  {
    name: "Wool Beanie",
    base: 24,
    options: {
      knit: { ribbed: 0, "cable-knit": 5 },
      lining: { unlined: 0, "fleece-lined": 6 },
      color: { gray: 0, maroon: 0, "forest green": 0, cream: 0 },
    },
  },
  {
    name: "Commuter Backpack",
    base: 89,
    options: {
      capacity: { "18-liter": 0, "24-liter": 14, "30-liter": 26 },
      material: { nylon: 0, "waxed canvas": 37 },
      color: { black: 0, sand: 0, "dark green": 0 },
    },
  },
  {
    name: "Weekender Bag",
    base: 104,
    options: {
      material: { canvas: 0, leather: 118 },
      size: { "40-liter": 0, "55-liter": 23 },
      color: { black: 0, tan: 0, navy: 0 },
    },
  },
  {
    name: "Hardshell Suitcase",
    base: 143,
    options: {
      size: { "carry-on": 0, "medium-size": 46, "large-size": 81 },
      shell: { polycarbonate: 0, aluminum: 164 },
      color: { silver: 0, "rose gold": 6, "deep blue": 0 },
    },
  },
  {
    name: "Camping Tent",
    base: 168,
    options: {
      capacity: { "2-person": 0, "4-person": 72, "6-person": 139 },
      season: { "three-season": 0, "four-season": 94 },
      color: { green: 0, orange: 0 },
    },
  },
  {
    name: "Sleeping Bag",
    base: 92,
    options: {
      shape: { "mummy-shaped": 0, rectangular: -11 },
      rating: { "40-degree": 0, "20-degree": 38, "zero-degree": 81 },
      length: { "regular-length": 0, "extra-long": 12 },
    },
  },
  {
    name: "Exercise Mat",
    base: 38,
    options: {
      thickness: { "3-millimeter": 0, "5-millimeter": 8, "8-millimeter": 15 },
      material: { cork: 26, rubber: 14, foam: 0 },
      color: { purple: 0, black: 0, aqua: 0 },
    },
  },
  {
    name: "Adjustable Dumbbell",
    base: 129,
    options: {
      weight: { "25-pound": 0, "40-pound": 63, "55-pound": 114 },
      grip: { "rubber-grip": 0, "knurled-grip": 9 },
      color: { black: 0, red: 0 },
    },
  },
  {
    name: "Bike Helmet",
    base: 57,
    options: {
      size: { small: 0, medium: 0, large: 0 },
      protection: { standard: 0, "rotational-protection": 29 },
      color: { white: 0, "neon yellow": 0, "matte gray": 0 },
    },
  },
  {
    name: "Watering Hose",
    base: 35,
    options: {
      length: { "25-foot": 0, "50-foot": 16, "100-foot": 41 },
      material: { rubber: 7, expandable: 0, vinyl: -5 },
      nozzle: { "nozzle-free": 0, "spray-nozzle": 8 },
    },
  },
  {
    name: "Ceramic Planter",
    base: 27,
    options: {
      diameter: { "6-inch": 0, "8-inch": 8, "12-inch": 23 },
      finish: { glazed: 3, matte: 0 },
      color: { white: 0, terracotta: 0, cobalt: 2 },
    },
  },
  {
    name: "Garden Parasol",
    base: 98,
    options: {
      width: { "7-foot": 0, "9-foot": 31, "11-foot": 74 },
      tilt: { "push-tilt": 0, "crank-tilt": 22 },
      color: { beige: 0, "hunter green": 0, "navy-striped": 7 },
    },
  },
  {
    name: "Strategy Board Game",
    base: 43,
    options: {
      edition: { standard: 0, deluxe: 34, travel: -12 },
      players: { "2-player": -4, "4-player": 0, "6-player": 9 },
      language: { English: 0, Spanish: 0 },
    },
  },
  {
    name: "Picture Puzzle",
    base: 17,
    options: {
      pieces: { "500-piece": 0, "1000-piece": 5, "2000-piece": 13 },
      motif: { harbor: 0, mountain: 0, "city-map": 0 },
      material: { cardboard: 0, wooden: 24 },
    },
  },
  {
    name: "Watercolor Set",
    base: 29,
    options: {
      colors: { "12-color": 0, "24-color": 16, "48-color": 41 },
      box: { "tin-box": 0, "wooden-box": 13 },
      grade: { student: 0, artist: 27 },
    },
  },
];
