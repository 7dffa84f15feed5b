import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import { createCliToken, type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { findServerPid, killServer, makeTempDirectory } from "./postgres-fixture.ts";
import { startProgram, waitUntil } from "./program.ts";

const ACME = "01900000-0000-7000-8000-00000000a001";
const FIELD_NOTES = "01900000-0000-7000-8000-00000000b001";
const OFFLINE_SYNC = "01900000-0000-7000-8000-00000000c001";
const BUILD_SECRET = "a-build-secret-that-outlives-every-crash";
const WRITES_BETWEEN_KILLS = 40;

let directory: ReturnType<typeof makeTempDirectory>;
let dataDir: string;
let product: Launched;
let token: string;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
}, 300_000);

beforeEach(() => {
  directory = makeTempDirectory();
  dataDir = join(directory.path, "data");
});

afterEach(async () => {
  if (findProcess(product.pid)) process.kill(product.pid, "SIGTERM");
  await product.exited;
  killServer(dataDir);
  directory.remove();
});

async function start(): Promise<void> {
  const PORT = product ? new URL(product.origin).port : undefined;
  product = await launch(dataDir, {
    BUILD_SERVER_SECRET: BUILD_SECRET,
    RATE_LIMIT_SCALE: "1000",
    ...(PORT && { PORT }),
  });
  await waitUntilRunning(product);
}

/** The answer, or null when none came. */
async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  try {
    const response = await fetch(product.origin + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        "X-Tenant-Id": ACME,
        "Content-Type": "application/json",
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  } catch {
    return null;
  }
}

/** Publishes versions, queues builds and ends them, through every failure, and keeps what was acknowledged. */
function startWriters() {
  const acknowledged = { listings: [] as string[], completed: [] as string[] };
  let isStopping = false;
  let version = 0;
  const until = async (write: () => Promise<boolean>) => {
    while (!isStopping) {
      // A rejected writer retries after 50 ms, so that a small machine has capacity to recover.
      if (!(await write())) await delay(50);
    }
  };
  const publish = async () => {
    version += 1;
    const reply = await send("POST", "/api/marketplace/publish", {
      type: "APP_PLUGIN",
      name: "Offline Sync",
      slug: "offline-sync",
      version: `1.${version}.0`,
      description: "Keeps data at hand without a network.",
      appPluginId: OFFLINE_SYNC,
    });
    if (reply?.status !== 201) return false;
    acknowledged.listings.push(String(reply.json.id));
    return true;
  };
  const build = async () => {
    const queued = await send("POST", `/api/apps/${FIELD_NOTES}/builds`, {
      platform: "ANDROID",
      version: "1.0.0",
    });
    if (queued?.status !== 201) return false;
    const buildId = String(queued.json.id);
    const secret = { "x-build-secret": BUILD_SECRET };
    const ended = await send("POST", "/api/builds/webhook/status", { buildId, status: "COMPLETED" }, secret);
    if (ended?.status !== 200) return false;
    acknowledged.completed.push(buildId);
    return true;
  };
  const writing = Promise.all([until(publish), until(build), until(build)]);
  const count = () => acknowledged.listings.length + acknowledged.completed.length;
  const more = async (by: number) => {
    const goal = count() + by;
    await waitUntil(() => count() >= goal);
  };
  const stop = async () => {
    isStopping = true;
    await writing;
    return acknowledged;
  };
  return { more, stop };
}

const LONGEST_MS = 300_000;

test("no acknowledged write is lost when the product and PostgreSQL are killed during writes", {
  timeout: LONGEST_MS,
}, async () => {
  await start();
  token = await createCliToken(dataDir, ["MARKETPLACE_PUBLISH", "BUILDS_READ", "BUILDS_CREATE"]);
  const writers = startWriters();
  await writers.more(WRITES_BETWEEN_KILLS);
  process.kill(product.pid, "SIGKILL");
  await product.exited;
  await start();
  await writers.more(WRITES_BETWEEN_KILLS);
  process.kill(findServerPid(dataDir) ?? 0, "SIGKILL");
  await writers.more(WRITES_BETWEEN_KILLS);
  const { listings, completed } = await writers.stop();
  for (const id of listings) {
    expect(await send("GET", `/api/marketplace/listings/${id}`)).toMatchObject({ status: 200, json: { id } });
  }
  for (const id of completed) {
    expect(await send("GET", `/api/builds/${id}`)).toMatchObject({
      status: 200,
      json: { id, status: "COMPLETED" },
    });
  }
});
