import type { DomainDatabase } from "../database.ts";
import type { Random } from "../random.ts";
import type { TaskInput } from "../task.ts";
export function* tasks(_db: DomainDatabase, _random: Random): Iterable<TaskInput> {}
