import { chownSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  fetchStatus,
  type Launched,
  launch,
  listPageProcesses,
  waitUntilRunning,
} from "./launcher-fixture.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { killIfAlive, projectRoot, startProgram } from "./program.ts";

/** User without a name who may not write to the checkout. The tests run as root; another user runs the product itself. */
const UID = 12_345;
const user = process.getuid?.() === 0 ? { uid: UID, gid: UID } : {};

let directory: ReturnType<typeof makeTempDirectory>;
let product: Launched | undefined;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  mkdirSync(join(directory.path, "data"));
  if (user.uid) chownSync(join(directory.path, "data"), UID, UID);
}, 300_000);

afterAll(async () => {
  if (product) killIfAlive(product.pid);
  await product?.exited;
  directory.remove();
});

test("a built checkout that is read-only starts as another user, and neither bundles nor writes to itself", async () => {
  const written = () =>
    ["dist", "dist/programs", ".build"].map((name) => statSync(join(projectRoot, name)).mtimeMs);
  const before = written();
  product = await launch(join(directory.path, "data"), { HOME: "/" }, [], user);
  await waitUntilRunning(product);
  for (const path of [
    "/sign-in",
    "/marketplace",
    "/api/ready",
    "/api/marketplace/items",
    "/cli.tgz",
    "/worker.tgz",
  ]) {
    expect([path, await fetchStatus(product, path)]).toEqual([path, 200]);
  }
  expect(product.output()).not.toMatch(/EACCES|EROFS|must be bundled|Building the pages/);
  const [page = 0] = listPageProcesses(product.pid);
  if (user.uid) expect(statSync(`/proc/${page}`).uid).toBe(UID);
  expect(written()).toEqual(before);
  process.kill(product.pid, "SIGTERM");
  expect(await product.exited).toBe(0);
});
