import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProcess } from "../../db/embedded/processes.ts";
import type { BuildDetail } from "../../server/builds/view.ts";
import { type Launched, launch, makeToken, waitUntilRunning } from "./launcher-fixture.ts";
import { makeDirectory } from "./postgres-fixture.ts";
import { startProgram, waitUntil } from "./program.ts";

const ACME = "01900000-0000-7000-8000-00000000a001";
const QUEUED_BUILD = "01900000-0000-7000-8000-00000000d002";

let directory: ReturnType<typeof makeDirectory>;
let product: Launched;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeDirectory();
  product = await launch(join(directory.path, "data"), {}, ["--with-worker"]);
  await waitUntilRunning(product);
}, 300_000);

afterAll(async () => {
  if (findProcess(product.pid)) process.kill(product.pid, "SIGTERM");
  await product.exited;
  directory.remove();
});

test("started with a worker, the platform builds what the demo has queued, and both end together", async () => {
  const headers = {
    Authorization: `Bearer ${await makeToken(join(directory.path, "data"), ["BUILDS_READ"])}`,
    "X-Tenant-Id": ACME,
  };
  const get = (path: string) => fetch(product.origin + path, { headers });
  const build = await waitUntil(async () => {
    await delay(300);
    const found = (await (await get(`/api/builds/${QUEUED_BUILD}`)).json()) as BuildDetail;
    return found.finishedAt ? found : null;
  });
  expect(build).toMatchObject({ status: "COMPLETED", workerId: "sample-worker" });

  const artifact = await get(`/api/builds/${QUEUED_BUILD}/artifact`);
  expect(artifact.status).toBe(200);
  const bytes = Buffer.from(await artifact.arrayBuffer());
  expect(String(bytes.byteLength)).toBe(build.sizeBytes);
  expect(gunzipSync(bytes).toString("latin1")).toContain(`build=${QUEUED_BUILD}`);
  const log = await (await get(`/api/builds/${QUEUED_BUILD}/log`)).text();
  expect(log).toContain(`Packaging version ${build.version}`);

  const worker = workerOf(product.pid);
  expect(worker).toBeGreaterThan(0);
  process.kill(product.pid, "SIGTERM");
  expect(await product.exited).toBe(0);
  expect(findProcess(worker)).toBeNull();
});

const workerOf = (launcherPid: number): number =>
  Number(execFileSync("pgrep", ["-P", String(launcherPid), "-f", "worker/main.ts"], { encoding: "utf8" }));
