import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client.ts";
import { createApp, createBuild, createTenant } from "@/db/factories.ts";
import { migrate } from "@/db/migrate.ts";
import { builds } from "@/db/schema/index.ts";
import { newId } from "@/server/core/ids.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { type Program, startProgram, waitUntil } from "./program.ts";

const LEASE_SECONDS = 10;

/** Module that sets the clock of its process an hour ahead. */
const HOUR_AHEAD = `data:text/javascript,${encodeURIComponent(`
  const Right = Date;
  globalThis.Date = class extends Right {
    static now() { return Right.now() + 3_600_000; }
    constructor(...given) { super(...(given.length === 0 ? [Date.now()] : given)); }
  };`)}`;

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let database: Database;
const jobs: Program[] = [];

const orm = () => database.systemDb.orm;

beforeAll(async () => {
  directory = makeTempDirectory();
  host = await startHost(`${directory.path}/data`);
  await migrate(host.url);
  database = openDatabase(host.url, 3);
});

afterAll(async () => {
  for (const { pid } of jobs) process.kill(pid, "SIGKILL");
  await Promise.all(jobs.map(({ exited }) => exited));
  await database.close();
  await stopHost(host);
  directory.remove();
});

async function startJobs(options: Record<string, string> = {}): Promise<Program> {
  const settings = {
    DATABASE_URL: host.url,
    DRYDOCK_EMBEDDED: "true",
    BUILD_LEASE_SECONDS: String(LEASE_SECONDS),
    ...options,
  };
  const started = startProgram("e2e/process/job-host.ts", [], { env: { ...process.env, ...settings } });
  jobs.push(started);
  await started.waitFor(/^ready$/m);
  return started;
}

/** Build that a worker holds, with a lease that ends so many seconds from now. */
async function createClaimed(seconds: number): Promise<string> {
  const { id: tenantId } = await createTenant(orm());
  const { id: appId } = await createApp(orm(), { tenantId });
  const { id } = await createBuild(orm(), { tenantId, appId, status: "IN_PROGRESS" });
  await orm()
    .update(builds)
    .set({ workerId: "worker", leaseUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(builds.id, id));
  return id;
}

async function statusOf(id: string) {
  const [build] = await orm().select().from(builds).where(eq(builds.id, id));
  return build?.status;
}

const heartbeat = (id: string) =>
  orm()
    .update(builds)
    .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(eq(builds.id, id));

const listScheduled = () =>
  orm().execute(sql`select identifier from graphile_worker._private_known_crontabs`);

test("a process whose clock is an hour ahead runs due jobs, schedules none, and fails no build", async () => {
  const healthy = await createClaimed(LEASE_SECONDS);
  const lost = await createClaimed(-3 * LEASE_SECONDS);
  const ahead = await startJobs({ NODE_OPTIONS: `--import ${HOUR_AHEAD}` });
  await ahead.waitFor(/"skewSeconds":3\d{3}.*the process's clock differs/);
  // By the end of this job, a process that trusted its clock would have failed both builds.
  await orm().transaction((tx) =>
    enqueue(tx, "send_mail", { mailId: newId() }, { runAt: new Date(Date.now() + 1_500 * LEASE_SECONDS) }),
  );
  await waitUntil(async () => {
    await heartbeat(healthy);
    const waiting = await orm().execute(
      sql`select from graphile_worker.jobs where task_identifier = 'send_mail'`,
    );
    return waiting.length === 0;
  });
  expect(await Promise.all([healthy, lost].map(statusOf))).toEqual(["IN_PROGRESS", "IN_PROGRESS"]);
  expect(await listScheduled()).toEqual([]);

  await startJobs();
  await waitUntil(async () => {
    await heartbeat(healthy);
    return (await statusOf(lost)) === "FAILED";
  });
  expect(await statusOf(healthy)).toBe("IN_PROGRESS");
  expect((await listScheduled()).length).toBeGreaterThan(10);
});
