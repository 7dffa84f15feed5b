import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { listenForShutdown } from "../server/process/shutdown.ts";
import { type Plan, readPlan } from "./plan.ts";
import { describeQuestion } from "./report/describe.ts";
import { describeMachine, readLoad } from "./report/machine.ts";
import { askInRounds } from "./rounds.ts";
import { setStage } from "./stage/stage.ts";

/**
 * Measures the product's front next to its floors: the same SQL behind a bare Fastify, behind a bare Next route
 * handler, and in a loop with no server at all. `npm run bench` takes about a quarter of an hour and keeps its tables in
 * `bench/results.md`, `npm run bench -- --quick` two minutes.
 */
const RESULTS = fileURLToPath(new URL("./results.md", import.meta.url));
const READING = `Each number is the median of the rounds, in which all take turns on the same database: the product as \`npm start\`
runs it, and its own SQL behind programs that check nothing. "Front is" is the front's rate divided by that of the row.
Load generator, programs and database share the machine.`;

const shutdown = listenForShutdown(print);

try {
  const args = process.argv.slice(2);
  await compare(readPlan(args), ["npm run bench", ...(args.length > 0 ? ["--", ...args] : [])].join(" "));
  await shutdown.exit(0);
} catch (error) {
  if (!shutdown.signal.aborted) {
    print(error instanceof Error ? error.message : String(error));
    await shutdown.exit(1);
  }
}

async function compare(plan: Plan, command: string): Promise<void> {
  const stage = await setStage(plan.builds, shutdown, print);
  const loadBefore = readLoad();
  const tables: string[] = [];
  for (const question of plan.questions) {
    const table = describeQuestion(question, await askInRounds(question, stage, plan), plan);
    print(`\n${table}`);
    tables.push(table);
  }
  const machine = await describeMachine(stage.sql, loadBefore);
  print(`\n${machine}`);
  if (plan.writesResults) writeFileSync(RESULTS, describeResults(command, machine, tables));
}

function describeResults(command: string, machine: string, tables: string[]): string {
  return `${["# Benchmark", `\`${command}\``, machine, READING, ...tables].join("\n\n")}\n`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
