/** Finished rollouts on disk, one a line: what a bridge that was killed and started again still knows. */
import { type FileHandle, open, realpath } from "node:fs/promises";
import { z } from "zod";
import { hold } from "../../domains/index.ts";
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
  /** Held for as long as this one is open; a kill frees it too. Null where it is a device, and no file. */
  readonly #lock: ReturnType<typeof hold>;
  #written: Promise<unknown> = Promise.resolve();
  /** A write has failed, perhaps in the middle of a line. */
  #isTorn = false;

  private constructor(path: string, file: FileHandle, lock: ReturnType<typeof hold>) {
    this.#path = path;
    this.#file = file;
    this.#lock = lock;
  }

  /**
   * Opens the file to append to it, and makes it if there is none. Next to it an empty file, `path`.lock, comes to stay.
   * @throws UsageError when another has it open, or it is another kind of file, which is then left alone
   */
  static async open(path: string): Promise<Journal> {
    const file = await open(path, "a+");
    const start = Buffer.alloc(BEGINNING.length);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const isJournal = start.toString("latin1", 0, bytesRead) === BEGINNING.slice(0, bytesRead);
    const isFile = (await file.stat()).isFile();
    try {
      if (isFile && !isJournal) throw new UsageError(`${path} is no journal of deskgym bridge: give another --journal`);
      const lock = isFile ? holdFor(await realpath(path)) : null;
      if (isFile && lock === null) {
        throw new UsageError(`${path} is the journal of a bridge that runs: give another --journal`);
      }
      if (await endsMidLine(path)) await file.write("\n");
      return new Journal(path, file, lock);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * What it has, oldest first. A line that was cut off by a kill is left out, with a note on stderr.
   * @throws UsageError naming the line when it is another kind of file.
   */
  async *entries(): AsyncGenerator<JournalEntry> {
    // A device has nothing to tell, or no end.
    if (this.#lock === null) return;
    yield* readJsonl(this.#path, Entry, ({ message }) => process.stderr.write(`deskgym: ${message}: left out\n`));
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
    this.#lock?.letGo();
  }
}

/** The journal's lock is a file of its own. @throws UsageError when there can't be one */
function holdFor(path: string): ReturnType<typeof hold> {
  try {
    return hold(`${path}.lock`);
  } catch (cause) {
    throw new UsageError(`${path}.lock, which keeps other bridges off, can't be had: ${(cause as Error).message}`, {
      cause,
    });
  }
}
