/**
 * `npm run bench [-- --json FILE]`: what a world, a call and an episode cost, in one run on one machine. Machines are
 * noisy: compare ratios within a run. With TAU2_BENCH_DIR set the kernel is measured on the tau2-bench worlds too.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { domains, Worlds } from "../../domains/index.ts";
import { hasTau2World } from "../../domains/tau2-files.ts";
import { measureBridge } from "./bridge.ts";
import { measureKernel } from "./kernel.ts";
import { measureTransports } from "./transports.ts";

const { json } = parseArgs({ options: { json: { type: "string" } } }).values;
const tau2 = process.env.TAU2_BENCH_DIR;
const worlds = new Worlds(domains, tau2);

const machine = `${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`;
print(`deskgym bench on ${machine}\n`);

const worldNames = Object.keys(domains).flatMap((name) => {
  const both = tau2 !== undefined && hasTau2World(name, tau2);
  return (both ? (["builtin", "tau2"] as const) : (["builtin"] as const)).map((kind) => ({ name, kind }));
});
const kernel = worldNames.map(({ name, kind }) => {
  const figures = measureKernel(worlds.get(name, kind));
  print(`${name}, ${kind === "tau2" ? kind : "built-in"} world, image ${mega(figures.imageBytes)} MB`);
  for (const [label, { p50, p99 }] of Object.entries(figures.ms)) {
    print(`  ${label.padEnd(42)} p50 ${p50.toFixed(4)} ms   p99 ${p99.toFixed(4)} ms`);
  }
  return { domain: name, world: kind, ...figures };
});

const [name] = Object.keys(domains) as [string];
const transports = await measureTransports(worlds.get(name), (row) => {
  const calls = `${Math.round(row.callsPerSecond)}/s`.padStart(10);
  print(
    `  ${`${row.transport}, ${row.clients} client${row.clients > 1 ? "s" : ""}`.padEnd(42)} ${calls}   p50 ${row.p50.toFixed(3)} ms`,
  );
});
for (const clients of [1, 64]) {
  const of = (transport: string) =>
    transports.rows.find((row) => row.transport === transport && row.clients === clients);
  const echo = of("bare Hono echo")?.callsPerSecond ?? Number.NaN;
  for (const transport of ["HTTP, 2025 session", "HTTP, 2026 stateless"]) {
    print(
      `  ${transport} at ${clients}: 1/${(echo / (of(transport)?.callsPerSecond ?? Number.NaN)).toFixed(1)} of the echo's rate`,
    );
  }
}
print(`\n${transports.liveEpisodes} live episodes on one HTTP server: ${mega(transports.residentBytes)} MB resident`);

const bridge = await measureBridge(worlds, worlds.get(name));
print(
  `\nthe bridge, ${name}, ${bridge.turns.toFixed(1)} policy calls and ${Math.round(bridge.tokens)} sampled ids an episode`,
);
print(`  ${"one episode after the other, without it".padEnd(42)} p50 ${bridge.alone.toFixed(2)} ms`);
print(`  ${"through it, samples and record included".padEnd(42)} p50 ${bridge.bridged.toFixed(2)} ms`);
print(`  ${"bridge overhead an episode".padEnd(42)} ${bridge.overhead.toFixed(2)} ms`);
print(`  ${`records a second, ${bridge.atOnce} at once`.padEnd(42)} ${bridge.recordsPerSecond.toFixed(0)}`);
if (json) writeFileSync(json, `${JSON.stringify({ machine, kernel, transports, bridge }, null, 2)}\n`);

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
