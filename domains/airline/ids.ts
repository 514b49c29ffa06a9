/** Identifiers that never repeat within a world. */
import type { Random } from "../random.ts";

/** Nothing that looks like something else. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "23456789";

export class Ids {
  readonly #random: Random;
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** The prefix and seven digits. */
  fresh(prefix: string): string {
    return this.#distinct(() => prefix + this.#random.digits(7));
  }

  /** "Q4K7RM" */
  reservation(): string {
    const pick = (from: string) => this.#random.pick([...from]);
    return this.#distinct(() =>
      ["L", "D", "L", "D", "L", "L"].map((kind) => pick(kind === "L" ? LETTERS : DIGITS)).join(""),
    );
  }

  #distinct(make: () => string): string {
    let id: string;
    do id = make();
    while (this.#taken.has(id));
    this.#taken.add(id);
    return id;
  }
}
