import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import type { BuildDetail, BuildView } from "@/server/domains/builds/view.ts";
import { createCliToken, type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { killServer, makeTempDirectory } from "./postgres-fixture.ts";
import { type Program, startProgram, waitUntil } from "./program.ts";

const ACME = "01900000-0000-7000-8000-00000000a001";
const FIELD_NOTES = "01900000-0000-7000-8000-00000000b001";
const BUILD_SECRET = "a-build-secret-that-five-workers-share";
const BUILDS = 100;
const WORKERS = 5;

let directory: ReturnType<typeof makeTempDirectory>;
let dataDir: string;
let product: Launched;
let token: string;
const workers = new Map<string, Program>();

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
}, 300_000);

beforeEach(() => {
  directory = makeTempDirectory();
  dataDir = join(directory.path, "data");
});

afterEach(async () => {
  for (const worker of workers.values()) if (findProcess(worker.pid)) process.kill(worker.pid, "SIGKILL");
  if (findProcess(product.pid)) process.kill(product.pid, "SIGTERM");
  await product.exited;
  killServer(dataDir);
  directory.remove();
});

async function start(): Promise<void> {
  const PORT = product ? new URL(product.origin).port : undefined;
  product = await launch(dataDir, {
    BUILD_SERVER_SECRET: BUILD_SECRET,
    BUILD_LEASE_SECONDS: "3",
    RATE_LIMIT_SCALE: "1000",
    ...(PORT && { PORT }),
  });
  await waitUntilRunning(product);
}

function startWorker(id: string): Program {
  const options = {
    "--api-url": product.origin,
    "--platforms": "ANDROID",
    "--exec": "./e2e/process/workers.build.sh",
    "--id": id,
    "--spool": join(directory.path, "workers"),
    "--timeout": "3s",
  };
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: "production", BUILD_SECRET } as const;
  const worker = startProgram("worker/main.ts", Object.entries(options).flat(), { env });
  workers.set(id, worker);
  return worker;
}

async function fetchAsMember(path: string): Promise<Response> {
  const response = await fetch(product.origin + path, {
    headers: { Authorization: `Bearer ${token}`, "X-Tenant-Id": ACME },
  });
  expect(response.status, path).toBe(200);
  return response;
}

const get = async <T>(path: string): Promise<T> => (await (await fetchAsMember(path)).json()) as T;

async function queue(version: string): Promise<string> {
  const response = await fetch(`${product.origin}/api/apps/${FIELD_NOTES}/builds`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "X-Tenant-Id": ACME, "Content-Type": "application/json" },
    body: JSON.stringify({ platform: "ANDROID", version, gitRef: "main" }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as BuildView).id;
}

/** Every build whose version is one of this test's. */
async function listOurs(): Promise<BuildView[]> {
  const ours: BuildView[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `limit=100&platform=ANDROID${cursor && `&cursor=${cursor}`}`;
    const page: { builds: BuildView[]; nextCursor: string | null } = await get(
      `/api/apps/${FIELD_NOTES}/builds?${query}`,
    );
    const found = page.builds.filter(({ version }) => version.startsWith("1.0.0-"));
    ours.push(...found);
    cursor = found.length === 0 ? null : page.nextCursor;
  }
  return ours;
}

/** Waits until so many builds have ended. Asking takes the platform's time, too, so there is a pause between. */
async function waitUntilEnded(isEnough: (ended: number, all: number) => boolean): Promise<void> {
  await waitUntil(async () => {
    await delay(300);
    const ours = await listOurs();
    return isEnough(ours.filter(({ finishedAt }) => finishedAt).length, ours.length);
  });
}

const versionOf = (index: number): string => {
  if (index % 20 === 7) return "1.0.0-hangs";
  if (index % 10 === 3) return "1.0.0-killed";
  return index % 5 === 1 ? "1.0.0-fails" : "1.0.0-works";
};

test("five workers finish a hundred builds despite kills", {
  timeout: 300_000,
}, async () => {
  await start();
  token = await createCliToken(dataDir, ["BUILDS_READ", "BUILDS_CREATE"]);
  const queued = new Set<string>();
  for (let index = 0; index < BUILDS; index++) queued.add(await queue(versionOf(index)));
  for (let index = 1; index <= WORKERS; index++) startWorker(`linux-${index}`);

  await waitUntilEnded((ended) => ended >= 15);
  process.kill(product.pid, "SIGKILL");
  await product.exited;
  await start();
  await waitUntilEnded((ended) => ended >= 35);
  for (const id of ["linux-2", "linux-4"]) {
    process.kill(workers.get(id)?.pid ?? 0, "SIGKILL");
    await workers.get(id)?.exited;
  }
  startWorker("linux-2");
  await waitUntilEnded((ended) => ended >= 60);
  process.kill(product.pid, "SIGTERM");
  await product.exited;
  await delay(4_000);
  await start();
  await waitUntilEnded((ended, all) => ended === all);

  const ours = await listOurs();
  const retries = ours.filter(({ id }) => !queued.has(id));
  expect(ours.length - retries.length).toBe(BUILDS);
  for (const { id } of ours) await expectFinished(await get<BuildDetail>(`/api/builds/${id}`), retries);
  for (const id of ["linux-1", "linux-2", "linux-3", "linux-5"]) {
    process.kill(workers.get(id)?.pid ?? 0, "SIGTERM");
    expect(await workers.get(id)?.exited).toBe(0);
  }
});

/** What a build of this test has to look like after its end. */
async function expectFinished(build: BuildDetail, retries: readonly BuildView[]): Promise<void> {
  const about = `${build.id} ${build.version} ${JSON.stringify(build)}`;
  const applied = build.reports.filter((report) => report.applied).map(({ status }) => status);
  const own = retries.filter(({ retryOf }) => retryOf === build.id);
  if (
    /^(?:lost contact with worker linux-\d|worker linux-\d was stopped)/.test(
      build.errorLog?.split("\n").at(-1) ?? "",
    )
  ) {
    expect(applied.includes("COMPLETED") || applied.includes("FAILED"), about).toBe(false);
    expect(own.length, about).toBe(build.retryOf ? 0 : 1);
    return;
  }
  expect(own, about).toEqual([]);
  expect(applied, about).toEqual(["IN_PROGRESS", build.status]);
  const log = await (await fetchAsMember(`/api/builds/${build.id}/log`)).text();
  expect(log.match(/^build /gm), about).toHaveLength(1);
  if (build.version === "1.0.0-works") {
    expect(build.status, about).toBe("COMPLETED");
    const response = await fetchAsMember(`/api/builds/${build.id}/artifact`);
    expect(await response.text(), about).toBe(build.id);
    const sha256 = createHash("sha256").update(build.id).digest("hex");
    expect(response.headers.get("etag"), about).toBe(`"${sha256}"`);
    return;
  }
  expect(build.status, about).toBe("FAILED");
  expect(build.errorLog, about).toMatch(ERROR_OF[build.version] ?? /nothing/);
}

const ERROR_OF: Record<string, RegExp> = {
  "1.0.0-fails": /error: it does not compile\n+The command exited with code 3/,
  "1.0.0-hangs": /stopped after the timeout of 3s/,
  "1.0.0-killed": /(killed by SIGKILL|exited with code 137)/,
};
