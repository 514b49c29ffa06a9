/** A world that can't be had as asked for: a missing or broken file, an unknown task. The message is one line for a person. */
export class WorldError extends Error {
  override name = "WorldError";
}
