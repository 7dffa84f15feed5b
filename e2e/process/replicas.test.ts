import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import { fetchStatus, type Launched, launch, waitUntilOk } from "./launcher-fixture.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { projectRoot, startProgram, waitUntil } from "./program.ts";

const ACME = "01900000-0000-7000-8000-00000000a001";
const FIELD_NOTES = "01900000-0000-7000-8000-00000000b001";
const OFFLINE_SYNC = "01900000-0000-7000-8000-00000000c001";
const secret = () => randomBytes(32).toString("base64url");
/** Maximum age of a cached page in a process that missed a message. */
const PROPAGATION_TIMEOUT_MS = 5_000;

const settings = {
  NEXTAUTH_SECRET: secret(),
  API_TOKEN_SECRET: secret(),
  BUILD_SERVER_SECRET: secret(),
  RATE_LIMIT_SCALE: "1000",
};

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let sql: postgres.Sql;
let token: string;
const replicas: Launched[] = [];

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  host = await startHost(join(directory.path, "database"));
  const shared = {
    ...settings,
    DATABASE_URL: host.url,
    STORAGE_URL: `file:${join(directory.path, "objects")}`,
  };
  await run("server/commands/seed.ts", shared, []);
  const permissions = ["BUILDS_READ", "BUILDS_CREATE", "MARKETPLACE_PUBLISH"].flatMap((one) => [
    "--permission",
    one,
  ]);
  const words = ["--email", "dev@acme.test", "--tenant", "acme", ...permissions];
  token = (await run("server/commands/token.ts", shared, words)).trim();
  sql = postgres(host.url, { max: 1, connection: { "drydock.scope": "*" } });
  for (const name of ["one", "two"]) {
    replicas.push(await launch(join(directory.path, name), { ...shared, ROLES: "web" }));
  }
  await Promise.all(replicas.map((replica) => waitUntilOk(replica, "/api/ready")));
  startJobs = async () => {
    const jobs = await launch(join(directory.path, "jobs"), { ...shared, ROLES: "jobs" });
    replicas.push(jobs);
    await waitUntilOk(jobs, "/api/ready");
    return jobs;
  };
}, 300_000);

let startJobs: () => Promise<Launched>;

afterAll(async () => {
  await sql.end();
  for (const { pid } of replicas) if (findProcess(pid)) process.kill(pid, "SIGTERM");
  await Promise.all(replicas.map(({ exited }) => exited));
  await stopHost(host);
  directory.remove();
});

async function run(command: string, env: Record<string, string>, args: string[]): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ["server/run.mjs", command, ...args], {
    cwd: projectRoot,
    env: { PATH, HOME, TMPDIR, NODE_ENV: "production", ...env },
  });
  return stdout;
}

let requestCount = 0;

/** Asks one web process after the other, as a proxy does. */
async function ask(path: string, init: { method?: string; body?: object; headers?: object } = {}) {
  const origin = replicas[requestCount++ % 2]?.origin;
  const response = await fetch(`${origin}${path}`, {
    method: init.method ?? "GET",
    headers: {
      Authorization: `Bearer ${token}`,
      "X-Tenant-Id": ACME,
      "Content-Type": "application/json",
      ...init.headers,
    },
    ...(init.body && { body: JSON.stringify(init.body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    tag: response.headers.get("etag"),
    body: text === "" ? null : JSON.parse(text),
  };
}

const report = (buildId: string, status: string) =>
  ask("/api/builds/webhook/status", {
    method: "POST",
    headers: { "x-build-secret": settings.BUILD_SERVER_SECRET },
    body: { buildId, status },
  });

describe("two replicas", () => {
  test("show each other's builds at once, and soon to polling clients", async () => {
    const path = `/api/apps/${FIELD_NOTES}/builds`;
    const queued = await ask(path, { method: "POST", body: { platform: "ANDROID", version: "5.0.0" } });
    expect(queued.status).toBe(201);
    const { id } = queued.body;
    for (let n = 0; n < 2; n += 1) expect((await ask(path)).body.builds[0]).toMatchObject({ id });
    const { tag } = await ask(path);
    const unchanged = { headers: { "If-None-Match": tag ?? "" } };
    for (let n = 0; n < 4; n += 1) expect((await ask(path, unchanged)).status).toBe(304);
    expect((await report(id, "FAILED")).status).toBe(200);
    const reportedAt = performance.now();
    for (let n = 0; n < 2; n += 1) {
      await waitUntil(async () => (await ask(path, unchanged)).status === 200);
    }
    expect(performance.now() - reportedAt).toBeLessThan(PROPAGATION_TIMEOUT_MS);
  });

  test("run jobs in the jobs process only", async () => {
    const published = await ask("/api/marketplace/publish", {
      method: "POST",
      body: {
        type: "APP_PLUGIN",
        name: "Offline Sync",
        slug: "offline-sync",
        version: "77.0.0",
        description: "Keeps data at hand without a network.",
        appPluginId: OFFLINE_SYNC,
      },
    });
    expect(published.status).toBe(201);
    const stateOfCheck = async () =>
      (
        await sql<
          { state: string }[]
        >`select state from listing_checks where listing_id = ${published.body.id}`
      )[0]?.state;
    await waitUntil(
      async () =>
        (await sql`select from graphile_worker.jobs where task_identifier = 'check_listing'`).length > 0,
    );
    expect(await stateOfCheck()).toBe("WAITING");
    const jobs = await startJobs();
    await waitUntil(async () => (await stateOfCheck()) === "DONE");
    expect(await fetchStatus(jobs, "/api/health")).toBe(200);
    expect(await fetchStatus(jobs, "/api/metrics")).toBe(200);
    for (const path of ["/", "/marketplace", "/api/me", "/api/trpc/marketplace.search"]) {
      expect(await fetchStatus(jobs, path)).toBe(404);
    }
  });

  test("keep serving when one of them dies", async () => {
    const [, two] = replicas;
    process.kill(two?.pid ?? 0, "SIGKILL");
    await two?.exited;
    requestCount = 0;
    expect((await ask("/api/me")).status).toBe(200);
  });
});
