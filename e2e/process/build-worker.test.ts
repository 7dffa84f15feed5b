import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import type { BuildDetail } from "@/server/domains/builds/view.ts";
import { createCliToken, type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { startProgram, waitUntil } from "./program.ts";

const ACME = "01900000-0000-7000-8000-00000000a001";
const FIELD_NOTES = "01900000-0000-7000-8000-00000000b001";
const QUEUED_BUILD = "01900000-0000-7000-8000-00000000d002";

let directory: ReturnType<typeof makeTempDirectory>;
let product: Launched;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  product = await launch(join(directory.path, "data"), {}, ["--with-worker"]);
  await waitUntilRunning(product);
}, 300_000);

afterAll(async () => {
  if (findProcess(product.pid)) process.kill(product.pid, "SIGTERM");
  await product.exited;
  directory.remove();
});

test("started with a worker, the platform runs the demo's builds, and both stop together", async () => {
  const headers = {
    Authorization: `Bearer ${await createCliToken(join(directory.path, "data"), ["BUILDS_READ"])}`,
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
  const content = gunzipSync(bytes).toString("latin1");
  expect(content).toContain(`build=${QUEUED_BUILD}`);
  const log = await (await get(`/api/builds/${QUEUED_BUILD}/log`)).text();
  expect(build.inputs.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(["route-cache", "paper-trail"]),
  );
  for (const { type, slug, version } of build.inputs) expect(log).toContain(`${type} ${slug} ${version}`);
  // The unpacked plugin and the look of the theme are in the artifact.
  expect(content).toContain("app-plugin/route-cache/plugin.json");
  expect(content).toContain("light.accent=#8a3b1e\n");
  expect(log).toContain(`Packaging version ${build.version}`);

  const worker = workerOf(product.pid);
  expect(worker).toBeGreaterThan(0);
  process.kill(product.pid, "SIGTERM");
  expect(await product.exited).toBe(0);
  expect(findProcess(worker)).toBeNull();
});

test("a worker stops with a killed platform, and the next one resumes", async () => {
  const dataDir = join(directory.path, "data");
  product = await launch(dataDir, {}, ["--with-worker"]);
  await waitUntilRunning(product);
  const headers = {
    Authorization: `Bearer ${await createCliToken(dataDir, ["BUILDS_READ", "BUILDS_CREATE"])}`,
    "X-Tenant-Id": ACME,
    "Content-Type": "application/json",
  };
  const body = JSON.stringify({ platform: "ANDROID", version: "9.9.9" });
  const queued = await fetch(`${product.origin}/api/apps/${FIELD_NOTES}/builds`, {
    method: "POST",
    headers,
    body,
  });
  const { id } = (await queued.json()) as BuildDetail;
  const commandOf = () => listProcessesWith(`BUILD_ID=${id}`)[0] ?? null;
  await waitUntil(commandOf);
  const worker = workerOf(product.pid);

  process.kill(product.pid, "SIGKILL");
  await waitUntil(() => findProcess(product.pid) === null);
  // On another port, where the worker that is left over does not find it: what it had is the next one's to give back.
  product = await launch(dataDir, {}, ["--with-worker"]);
  await waitUntil(() => findProcess(worker) === null);
  expect(commandOf()).toBeNull();
  await waitUntilRunning(product);

  const given = await waitUntil(async () => {
    await delay(300);
    const found = (await (
      await fetch(`${product.origin}/api/builds/${id}`, { headers })
    ).json()) as BuildDetail;
    return found.finishedAt ? found : null;
  });
  expect(given.status).toBe("FAILED");
  await product.waitFor(new RegExp(`${id} {2}released`));
  expect(product.output()).not.toContain("already runs this worker");
  process.kill(product.pid, "SIGTERM");
  expect(await product.exited).toBe(0);
});

/** The processes whose environment says so. */
const listProcessesWith = (setting: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(setting);
      } catch {
        return false;
      }
    });

const workerOf = (launcherPid: number): number =>
  Number(execFileSync("pgrep", ["-P", String(launcherPid), "-f", "worker/main.ts"], { encoding: "utf8" }));
