/** Identifiers and phone numbers that never repeat within a world. */
import type { Random } from "../../random.ts";

export class Ids {
  readonly #random: Random;
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
  }

  fresh(prefix: string, length: number): string {
    return this.#untaken(() => prefix + this.#random.digits(length));
  }

  /** "555-384-2210" */
  phoneNumber(): string {
    return this.#untaken(() => `555-${this.#random.digits(3)}-${this.#random.digits(4)}`);
  }

  #untaken(make: () => string): string {
    let id: string;
    do id = make();
    while (this.#taken.has(id));
    this.#taken.add(id);
    return id;
  }
}
