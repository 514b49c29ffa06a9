/** What has happened in a step of the agenda, as far as the scripted user can tell. */
export class Progress {
  /** What the user wants now: the request, until something else is said in its place. */
  wish: string;
  fellBack = false;
  settled = false;
  changed = false;
  insisted = false;
  /** The agent has said something with a "not" or a "but". */
  explained = false;
  /** How often leave was given, and how often a deed was reported after that. */
  confirmed = 0;
  reported = 0;
  /** All that the agent said. */
  heard = "";
  /** What was answered to the agent's reports and questions, facts apart. */
  readonly #reactions = new Set<string>();

  constructor(wish: string) {
    this.wish = wish;
  }

  /** Whether a reaction takes the step further, as no repetition does unless it is another deed's yes. */
  isNew(reaction: string, another: boolean): boolean {
    const isFirst = !this.#reactions.has(reaction);
    this.#reactions.add(reaction);
    return isFirst || another;
  }
}
