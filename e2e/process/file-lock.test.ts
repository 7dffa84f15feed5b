import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { type Program, startProgram } from "./program.ts";

let directory: ReturnType<typeof makeTempDirectory>;
let programs: Program[] = [];

beforeEach(() => {
  directory = makeTempDirectory();
});

afterEach(async () => {
  for (const { pid } of programs) process.kill(pid, "SIGKILL");
  await Promise.all(programs.map(({ exited }) => exited));
  directory.remove();
});

describe("the lock file", () => {
  test("has one holder among concurrent starts, also with a stale lock", async () => {
    const lockPath = join(directory.path, "lock");
    for (let round = 1; round <= 3; round++) {
      const startSignal = join(directory.path, `start-${round}`);
      programs = Array.from({ length: 5 }, () =>
        startProgram("e2e/process/file-lock.contender.ts", [lockPath, startSignal]),
      );
      await Promise.all(programs.map(({ waitFor }) => waitFor(/waiting/)));
      writeFileSync(startSignal, "");
      const outcomes = await Promise.all(programs.map(({ waitFor }) => waitFor(/held|refused (\d+)/)));

      const holders = programs.filter((_program, index) => outcomes[index]?.[0] === "held");
      expect(holders).toHaveLength(1);
      const named = outcomes.flatMap(([, pid]) => (pid ? [Number(pid)] : []));
      expect(named).toHaveLength(4);
      expect(programs.map(({ pid }) => pid)).toEqual(expect.arrayContaining(named));
      for (const { pid } of programs) process.kill(pid, "SIGKILL");
      await Promise.all(programs.map(({ exited }) => exited));
      expect(readdirSync(directory.path)).toContain("lock");
      programs = [];
    }
  });
});
