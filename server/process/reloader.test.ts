import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startReloader } from "./reloader.ts";

let folder: string;
let reloader: { stop: () => Promise<void> };
let lines: string[];
let prepared: string[][];
let failure: Error | null;

const PROGRAM = (name: string) =>
  `require("fs").appendFileSync(__dirname + "/started", "${name} "); setInterval(() => {}, 1000);`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drydock-reloader-"));
  mkdirSync(join(folder, "src", "jobs"), { recursive: true });
  mkdirSync(join(folder, "out"));
  [lines, prepared, failure] = [[], [], null];
  writeFileSync(join(folder, "src", "jobs", "run.ts"), "");
  program(PROGRAM("one"));
  reloader = startReloader({
    name: "Program",
    folders: [join(folder, "src")],
    start: () => spawn(process.execPath, [join(folder, "out", "program.cjs")], { stdio: "ignore" }),
    prepare: async (files) => {
      prepared.push(files.map((file) => file.slice(folder.length + 1)));
      if (failure) throw failure;
    },
    log: (line) => lines.push(line),
  });
});

afterEach(async () => {
  await reloader.stop();
  rmSync(folder, { recursive: true, force: true });
});

const program = (text: string) => writeFileSync(join(folder, "out", "program.cjs"), text);
const touch = (file: string) => writeFileSync(join(folder, "src", file), String(performance.now()));
const started = () => readFileSync(join(folder, "out", "started"), "utf8");
const untilStarted = (names: string) => vi.waitUntil(() => readable(names), { timeout: 20_000 });

function readable(names: string): boolean {
  try {
    return started() === names;
  } catch {
    return false;
  }
}

it("restarts the process when a source file changes, once for concurrent changes", async () => {
  await untilStarted("one ");
  program(PROGRAM("two"));
  touch("jobs/run.ts");
  touch("jobs/other.ts");
  await untilStarted("one two ");
  expect(prepared).toEqual([["src/jobs/other.ts", "src/jobs/run.ts"]]);
});

it("ignores tests and files that are not sources", async () => {
  await untilStarted("one ");
  touch("jobs/run.test.ts");
  touch("jobs/run.ts.swp");
  expect(started()).toBe("one ");
  // Changes arrive in order, so a restart for this one would name the files above.
  touch("jobs/other.ts");
  await untilStarted("one one ");
  expect(prepared).toEqual([["src/jobs/other.ts"]]);
});

it("starts an exited process at the next change", async () => {
  await untilStarted("one ");
  program("process.exit(3)");
  touch("jobs/run.ts");
  await vi.waitUntil(() => lines.includes("Program exited (3); it restarts on the next change"), {
    timeout: 20_000,
  });
  program(PROGRAM("two"));
  touch("jobs/run.ts");
  await untilStarted("one two ");
});

it("keeps the process running when `prepare` fails", async () => {
  await untilStarted("one ");
  failure = new Error("a broken migration");
  touch("jobs/run.ts");
  await vi.waitUntil(() => lines.includes("a broken migration"), { timeout: 20_000 });
  expect(started()).toBe("one ");
  failure = null;
  touch("jobs/run.ts");
  await untilStarted("one one ");
});
