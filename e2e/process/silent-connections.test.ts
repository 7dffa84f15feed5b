import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND_TIMEOUTS, openDatabase, processSingleton } from "@/db/client.ts";
import { createMembership, createTenant, createUser } from "@/db/factories.ts";
import { migrate } from "@/db/migrate.ts";
import { type DatabaseLine, openLine } from "@/e2e/support/receivers/database-line.ts";
import { startSession } from "@/server/auth/sessions/session-store.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { fetchStatus, type Launched, launch, waitUntilOk } from "./launcher-fixture.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { startProgram, waitUntil } from "./program.ts";

const RECOVERY_MS = 20_000;
const REQUESTS = 40;
const settings = {
  NEXTAUTH_SECRET: "a-session-secret-for-tests-of-32-bytes",
  API_TOKEN_SECRET: "a-token-secret-for-tests-of-32-bytes",
  RATE_LIMIT_SCALE: "1000",
};

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let line: DatabaseLine;
let product: Launched;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  host = await startHost(join(directory.path, "database"));
  await migrate(host.url);
  completeEnv({ DATABASE_URL: host.url, DRYDOCK_EMBEDDED: "true", LOG_LEVEL: "silent" });
  processSingleton("database", () => openDatabase(host.url, 2, COMMAND_TIMEOUTS));
  line = await openLine(new URL(host.url));
  const STORAGE_URL = `file:${join(directory.path, "objects")}`;
  const DATABASE_URL = line.through(host.url);
  product = await launch(join(directory.path, "product"), { ...settings, STORAGE_URL, DATABASE_URL });
  await waitUntilOk(product, "/api/ready");
}, 300_000);

afterAll(async () => {
  process.kill(product.pid, "SIGTERM");
  await product.exited;
  line.close();
  await database().close();
  await stopHost(host);
  directory.remove();
});

/** Follows the changes of a tenant's builds as a page does, which connects again when its stream breaks. */
function followChanges(tenant: string, cookie: string, signal: AbortSignal): { text: () => string } {
  const input = encodeURIComponent(JSON.stringify({ json: { tenant } }));
  let text = "";
  const follow = async () => {
    const response = await fetch(`${product.origin}/api/trpc/builds.changes?input=${input}`, {
      headers: { cookie, accept: "text/event-stream" },
      signal,
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array);
  };
  const followOn = async () => {
    while (!signal.aborted) await follow().catch(() => undefined);
  };
  void followOn();
  return { text: () => text };
}

const page = "/marketplace";
/** Path of a search whose answer is in no cache. */
const search = () => `/api/marketplace/items?q=${randomUUID()}`;

async function createMember() {
  const { orm } = database().systemDb;
  const tenant = await createTenant(orm);
  const user = await createUser(orm);
  await createMembership(orm, { tenantId: tenant.id, userId: user.id });
  const owner = { userId: user.id, sessionVersion: 1 };
  const sessionId = await startSession(systemContext("test"), owner, null);
  const claims = { ...owner, sessionId, authenticatedAt: Date.now() };
  const token = await encode({ token: claims, secret: settings.NEXTAUTH_SECRET });
  return { tenant, cookie: `drydock.session=${token}` };
}

/** Sends a change of a build as another process does, until it arrives. */
async function waitForChange(tenantId: string, text: () => string): Promise<void> {
  const buildId = randomUUID();
  const payload = JSON.stringify({
    from: "test",
    messages: [{ tenantId, appId: randomUUID(), buildId }],
  });
  await waitUntil(async () => {
    await database().systemDb.sql`select pg_notify('drydock_build_changes', ${payload})`;
    return text().includes(buildId);
  });
}

async function waitForJob(): Promise<void> {
  const { sql } = database().systemDb;
  const jobKey = randomUUID();
  await writeUnaudited(systemContext("test"), (tx) => enqueue(tx, "trim_recent_items", {}, { jobKey }));
  await waitUntil(
    async () => (await sql`select from graphile_worker.jobs where key = ${jobKey}`).length === 0,
  );
}

test("pages, REST, jobs and streams work again after all connections to the database went silent", async () => {
  const { tenant, cookie } = await createMember();
  const leaving = new AbortController();
  const changes = followChanges(tenant.slug, cookie, leaving.signal);
  const parts = {
    pages: () => waitUntilOk(product, page),
    rest: () => waitUntil(async () => (await fetchStatus(product, search())) === 200),
    ready: () => waitUntilOk(product, "/api/ready"),
    jobs: waitForJob,
    streams: () => waitForChange(tenant.id, changes.text),
  };
  await Promise.all(Object.values(parts).map((part) => part()));

  // Under way at the failover, so that transactions wait for their answers, too.
  const underWay = Array.from({ length: REQUESTS }, (_, at) =>
    fetchStatus(product, at % 2 ? page : search()),
  );
  line.mute();
  const mutedAt = performance.now();
  expect(await fetchStatus(product, "/api/ready")).toBe(503);
  const times = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => {
      await part();
      return [name, Math.round(performance.now() - mutedAt)] as const;
    }),
  );
  process.stdout.write(`work again after ms: ${JSON.stringify(Object.fromEntries(times))}\n`);
  for (const [name, ms] of times) expect(ms, name).toBeLessThan(RECOVERY_MS);
  await Promise.all(underWay);
  // No connection of before the failover is left in any pool, which hands them out in turn.
  for (let at = 0; at < REQUESTS; at += 1)
    expect(await fetchStatus(product, at % 2 ? page : search())).toBe(200);
  leaving.abort();
});
