/** A failure that is nobody's score: what broke, at which boundary. */
import { z } from "zod";

/** Who an episode depends on. A failure at any of them leaves the reward null. */
export const Boundary = z.enum(["policy", "user", "environment", "reward"]);
export type Boundary = z.output<typeof Boundary>;

export class EpisodeFailure extends Error {
  override name = "EpisodeFailure";
  readonly boundary: Boundary;

  constructor(boundary: Boundary, message: string, options?: ErrorOptions) {
    super(message, options);
    this.boundary = boundary;
  }
}

/** Runs `work`; whatever it throws becomes an EpisodeFailure of this boundary, unless it already is one. */
export async function boundary<T>(name: Boundary, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof EpisodeFailure) throw cause;
    throw new EpisodeFailure(name, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
