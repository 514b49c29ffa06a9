/** Results on stdout, no faster than the reader takes them. */
import { once } from "node:events";

/** A reader that has gone is no error: what is left to print is dropped. */
export async function print(text: string): Promise<void> {
  const { stdout } = process;
  if (!stdout.writable || stdout.write(text)) return;
  try {
    await once(stdout, "drain");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}
