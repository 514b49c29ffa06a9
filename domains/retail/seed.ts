import type { DomainDatabase } from "../database.ts";
import type { Random } from "../random.ts";
export function seed(_db: DomainDatabase, _random: Random): void {}
