/** `deskgym report`: success, pass^k and cost of trajectories. */
import { Command } from "commander";
import { UsageError } from "../../servers/index.ts";
import { nameOf, readTrajectories } from "../jsonl.ts";
import { printable } from "../printable.ts";
import { ReportBuilder } from "../report.ts";
import { reportText } from "../report-text.ts";
import { print } from "./print.ts";

export const command = new Command("report")
  .summary("success, pass^k and cost of trajectories")
  .description("Report on trajectories. Episodes without a reward are counted aloud and left out of every mean.")
  .argument("<files...>", "JSONL of `deskgym rollout`; - is stdin")
  .option("--json", "all figures as JSON")
  .action(async (files: string[], { json }: { json?: true }) => {
    const builder = new ReportBuilder();
    for (const file of files) for await (const trajectory of readTrajectories(file)) builder.add(trajectory);
    const report = builder.build();
    if (report.overall.episodes === 0) throw new UsageError(`no trajectories in ${files.map(nameOf).join(", ")}`);
    if (builder.replaced > 0) {
      process.stderr.write(`${builder.replaced} records left out: another one of the same attempt stands for them\n`);
    }
    await print(json ? `${JSON.stringify(report, null, 2)}\n` : printable(reportText(report)));
  });
