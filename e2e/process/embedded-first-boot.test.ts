import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  findServerPid,
  listServerProcesses,
  makeTempDirectory,
  startHost,
  stopHost,
} from "./postgres-fixture.ts";
import { startProgram, waitUntil } from "./program.ts";

const moments: [string, (dataDir: string) => boolean][] = [
  ["before PostgreSQL has written anything", (dataDir) => findDraft(dataDir) !== null],
  ["while the cluster is being filled", (dataDir) => existsSync(join(findDraft(dataDir) ?? dataDir, "base"))],
  ["when the cluster has just got its name", (dataDir) => existsSync(join(dataDir, "postgres"))],
  ["when the server has just started", (dataDir) => findServerPid(dataDir) !== null],
];

test.each(moments)("the first boot, killed %s, succeeds on retry", async (_moment, hasCome) => {
  const { path: dataDir, remove } = makeTempDirectory();
  const killed = startProgram("e2e/process/postgres-host.ts", [dataDir]);
  await waitUntil(() => hasCome(dataDir));
  process.kill(killed.pid, "SIGKILL");
  await killed.exited;

  const host = await startHost(dataDir);
  expect(findDraft(dataDir)).toBeNull();
  expect(await stopHost(host)).toBe(0);
  expect(listServerProcesses(dataDir)).toEqual([]);
  remove();
});

function findDraft(dataDir: string): string | null {
  const name = readdirSync(dataDir).find((entry) => /^postgres-draft-\d+$/.test(entry));
  return name ? join(dataDir, name) : null;
}
