/** Finished rollouts on disk, one a line: what a bridge that was killed and started again still knows. */
import { type FileHandle, open } from "node:fs/promises";
import { z } from "zod";
import { endsMidLine, readJsonl } from "../../rollout/index.ts";
import { UsageError } from "../../servers/index.ts";
import { RolloutRecord } from "./record.ts";

/** `asked`: a digest of what was asked for, by which the same request is known again. */
const Entry = z.strictObject({ asked: z.string(), record: RolloutRecord });
export type JournalEntry = z.output<typeof Entry>;

/** Of every line, and so of the file, however early a kill cut it off. */
const BEGINNING = '{"asked":"';

export class Journal {
  readonly #path: string;
  readonly #file: FileHandle;
  #written: Promise<unknown> = Promise.resolve();
  /** A write has failed, perhaps in the middle of a line. */
  #isTorn = false;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * Opens the file to append to it, and makes it if there is none.
   * @throws UsageError when it is another kind of file, which is then left alone
   */
  static async open(path: string): Promise<Journal> {
    const file = await open(path, "a+");
    const start = Buffer.alloc(BEGINNING.length);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const isJournal = start.toString("latin1", 0, bytesRead) === BEGINNING.slice(0, bytesRead);
    if (!isJournal && (await file.stat()).isFile()) {
      await file.close();
      throw new UsageError(`${path} is no journal of deskgym bridge: give another --journal`);
    }
    if (await endsMidLine(path)) await file.write("\n");
    return new Journal(path, file);
  }

  /**
   * What it has, oldest first. A line that was cut off by a kill is left out, with a note on stderr.
   * @throws UsageError naming the line when it is another kind of file.
   */
  entries(): AsyncGenerator<JournalEntry> {
    return readJsonl(this.#path, Entry, ({ message }) => process.stderr.write(`deskgym: ${message}: left out\n`));
  }

  async add(entry: JournalEntry): Promise<void> {
    const write = async () => {
      const text = `${this.#isTorn ? "\n" : ""}${JSON.stringify(entry)}\n`;
      this.#isTorn = true;
      await this.#file.appendFile(text);
      this.#isTorn = false;
    };
    const written = this.#written.then(write, write);
    this.#written = written;
    await written;
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#file.close();
  }
}
