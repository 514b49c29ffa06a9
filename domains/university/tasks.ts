/** The built-in world's tasks, from templates: train and test share no student, and each section is used sparingly. */
import type { DomainDatabase } from "../database.ts";
import type { Random } from "../random.ts";
import type { TaskInput } from "../task.ts";
import { drawTasks, readings } from "../templates.ts";
import { now } from "./catalogue/calendar.ts";
import { readCampus } from "./tasks/campus.ts";
import { combinationTemplates } from "./tasks/combinations.ts";
import { taskOf } from "./tasks/compose.ts";
import { detourTemplates } from "./tasks/detours.ts";
import { handoverTemplates } from "./tasks/handovers.ts";
import { mindTemplates } from "./tasks/minds.ts";
import { moveTemplates } from "./tasks/moves.ts";
import { offerTemplates } from "./tasks/offers.ts";
import { partialTemplates } from "./tasks/partial.ts";
import { portalTemplates } from "./tasks/portal.ts";
import { questionTemplates } from "./tasks/questions.ts";
import { refusalTemplates } from "./tasks/refusals.ts";
import { seatTemplates } from "./tasks/seats.ts";
import type { Template } from "./tasks/template.ts";
import * as tools from "./tools/index.ts";
import * as userTools from "./user-tools.ts";

/** Those that few students fit come first, and find them unused. */
const templates: readonly Template[] = [
  ...offerTemplates,
  ...portalTemplates,
  ...refusalTemplates,
  ...combinationTemplates,
  ...partialTemplates,
  ...detourTemplates,
  ...mindTemplates,
  ...moveTemplates,
  ...seatTemplates,
  ...questionTemplates,
  ...handoverTemplates,
];

export function tasks(db: DomainDatabase, random: Random): TaskInput[] {
  const campus = readCampus(db, now);
  return drawTasks({
    random,
    templates,
    rows: campus,
    subjects: campus.students,
    task: taskOf,
    read: readings({ assistant: tools, user: userTools }, { db, now, random, world: "builtin" }),
  });
}
