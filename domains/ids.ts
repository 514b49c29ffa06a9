/** Identifiers that never repeat within a world. */
import type { Random } from "./random.ts";

export class Ids {
  readonly #random: Random;
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** The prefix and `length` digits, the first of them not 0. */
  fresh(prefix: string, length: number): string {
    return this.distinct((random) => prefix + random.digits(length));
  }

  /** What `make` gives, made again for as long as it has been given before. */
  distinct(make: (random: Random) => string): string {
    let id: string;
    do id = make(this.#random);
    while (this.#taken.has(id));
    this.#taken.add(id);
    return id;
  }
}
