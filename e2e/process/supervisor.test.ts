import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findActivity, findProcess } from "@/db/embedded/processes.ts";
import { superviseProcess } from "@/server/process/supervisor.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { waitUntil } from "./program.ts";

const SPINNING = `process.send("here"); setTimeout(() => { for (;;); }, 100);`;
const ANSWERING = `process.on("message", () => process.send("here")); process.send("here");`;

test("a process in an endless loop is replaced, by its processor time", async () => {
  const directory = makeTempDirectory();
  const [spinning, answering] = [SPINNING, ANSWERING].map((code, index) => {
    const file = join(directory.path, `${index}.mjs`);
    writeFileSync(file, code);
    return file;
  }) as [string, string];
  const pids: number[] = [];
  const lines: string[] = [];
  const start = () => {
    const child = fork(pids.length === 0 ? spinning : answering);
    pids.push(child.pid ?? 0);
    return child;
  };
  const { stop } = await superviseProcess("Spinner", start, (line) => lines.push(line));
  const [first = 0] = pids;
  await waitUntil(() => (findActivity(first)?.cpuMs ?? 0) > 1_000);
  expect(findActivity(first)?.isRunnable).toBe(true);
  await waitUntil(() => findProcess(first) === null);
  expect(lines[0]).toBe(`Spinner ${first} is not responding`);
  await waitUntil(() => pids.length === 2);
  await stop();
  directory.remove();
});
