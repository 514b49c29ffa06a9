/** Results on stdout, no faster than the reader takes them. */
import { once } from "node:events";

export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
