/** Seeded chance. Same seed, same draws, on every machine; nothing in deskgym calls Math.random. */
export class Random {
  readonly #seed: string;
  #state: number;

  constructor(seed: string | number) {
    this.#seed = String(seed);
    this.#state = hash(this.#seed);
  }

  /** A generator of its own, whose draws depend on this one's seed and the name, not on what was drawn so far. */
  fork(name: string | number): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** Uniform in [0, 1). mulberry32 (Tommy Ettinger, public domain): 32 bits of state, a full period. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from low to high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One element. Throws on an empty list. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError("Random.pick of an empty list");
    return item;
  }

  /** A new list in random order (Fisher and Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
    }
    return shuffled;
  }

  /** `length` decimal digits, the first of them not 0. */
  digits(length: number): string {
    let text = String(this.int(1, 9));
    while (text.length < length) text += this.int(0, 9);
    return text;
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
