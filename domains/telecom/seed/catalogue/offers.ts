/** What the carrier of the built-in world sells: plans with their prices in dollars, and the devices that lines are used with. */
import type { deviceTypes } from "../../schema.ts";

export interface Offer {
  readonly name: string;
  readonly limit: number;
  readonly price: number;
  /** For a gigabyte of refueling: halves of a gigabyte must come to whole cents. */
  readonly refueling: number;
}

/** An allowance that nobody uses up. */
export const UNLIMITED = 999;

export const phonePlans: readonly Offer[] = [
  { name: "Pocket 3", limit: 3, price: 22.4, refueling: 6.2 },
  { name: "Everyday 10", limit: 10, price: 34.9, refueling: 4.6 },
  { name: "Commuter 20", limit: 20, price: 47.5, refueling: 3.7 },
  { name: "Voyager 30", limit: 30, price: 58.2, refueling: 2.8 },
  { name: "Household 50", limit: 50, price: 71.6, refueling: 2.3 },
  { name: "Horizon Unlimited", limit: UNLIMITED, price: 88.3, refueling: 0.6 },
];

export const tabletPlans: readonly Offer[] = [
  { name: "Slate 8", limit: 8, price: 16.3, refueling: 4.1 },
  { name: "Slate 25", limit: 25, price: 29.7, refueling: 3.4 },
];

export const thingPlans: readonly Offer[] = [{ name: "Gadget 1", limit: 1, price: 7.1, refueling: 8.7 }];

export interface Model {
  readonly type: (typeof deviceTypes)[number];
  readonly model: string;
  readonly esim: boolean;
}

const phone = (model: string, esim = true): Model => ({ type: "phone", model, esim });

export const phones: readonly Model[] = [
  phone("Kestrel Air"),
  phone("Kestrel Air Max"),
  phone("Kestrel Mini", false),
  phone("Lumen 8"),
  phone("Lumen 8 Pro"),
  phone("Lumen 6", false),
  phone("Orbis One"),
  phone("Orbis Fold"),
  phone("Tidal X2"),
  phone("Tidal X2 Lite", false),
  phone("Juno 15"),
  phone("Juno 14", false),
  phone("Brisk 5G"),
  phone("Halden Rugged", false),
];

export const tablets: readonly Model[] = [
  { type: "tablet", model: "Kestrel Pad", esim: true },
  { type: "tablet", model: "Lumen Tab 11", esim: true },
  { type: "tablet", model: "Orbis Slate", esim: false },
];

export const things: readonly Model[] = [
  { type: "watch", model: "Juno Band", esim: true },
  { type: "watch", model: "Lumen Watch 3", esim: true },
  { type: "router", model: "Tidal HomeBox", esim: false },
  { type: "other", model: "Pawprint Tracker", esim: false },
];
