/** How the phone's tools work on it: change it, and show what its status bar says then. */
import type { DomainDatabase } from "../../database.ts";
import { type Phone, readPhone, readSurroundings, type Surroundings, savePhone } from "../phone/state.ts";
import { statusBar } from "../phone/status-bar.ts";

/** Takes the phone to its next state and answers as its screen does, with the status bar below. */
export function press(
  db: DomainDatabase,
  change: (phone: Phone, around: Surroundings) => Phone,
  says: string | ((after: Phone, before: Phone) => string),
): string {
  const before = readPhone(db);
  const after = change(before, readSurroundings(db));
  savePhone(db, after);
  return withStatusBar(typeof says === "string" ? says : says(after, before), after);
}

export function withStatusBar(text: string, phone: Phone): string {
  return `${text}\n${statusBar(phone)}`;
}

export function onOff(isOn: boolean): "ON" | "OFF" {
  return isOn ? "ON" : "OFF";
}
