import { setTimeout as delay } from "node:timers/promises";
import { count, inArray, type SQL, sql } from "drizzle-orm";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { migrate } from "@/db/migrate.ts";
import { auditLog, billingEvents } from "@/db/schema/index.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { findDifferences, readBillingState } from "../support/billing/billing-state.ts";
import { deliverStripe } from "../support/billing/deliver.ts";
import { deliverLoad, generateLoad, seededRandom } from "../support/billing/load.ts";
import { STRIPE_SECRETS, type StripeEvent } from "../support/billing/stripe-events.ts";
import { findServerPid, type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { type Program, startProgram, waitUntil } from "./program.ts";

const DELIVERIES = 300;

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let jobs: Program;

beforeEach(async () => {
  directory = makeTempDirectory();
  host = await startHost(`${directory.path}/data`);
  await migrate(host.url);
  completeEnv({
    DATABASE_URL: host.url,
    DRYDOCK_EMBEDDED: "true",
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join(),
    LOG_LEVEL: "silent",
  });
  await startJobs();
}, 120_000);

afterEach(async () => {
  process.kill(jobs.pid, "SIGKILL");
  await jobs.exited;
  await database().close();
  await stopHost(host);
  directory.remove();
});

async function startJobs(): Promise<void> {
  const settings = { DATABASE_URL: host.url, DRYDOCK_EMBEDDED: "true" };
  jobs = startProgram("e2e/process/job-host.ts", [], { env: { ...process.env, ...settings } });
  await jobs.waitFor(/^ready$/m);
}

/** Delivers until it was taken, as Stripe does. */
async function insist(event: StripeEvent): Promise<Response> {
  for (;;) {
    const answer = await deliverStripe(event);
    if (answer.status === 200) return answer;
    expect(answer.status).toBe(503);
    await delay(100);
  }
}

const UNSETTLED = inArray(billingEvents.state, ["RECEIVED", "WAITING"]);

const countEvents = async (which?: SQL): Promise<number> => {
  const [events] = await database().systemDb.orm.select({ rows: count() }).from(billingEvents).where(which);
  return events?.rows ?? 0;
};

test("no payment is lost or counted twice when a job is killed and the database fails", {
  timeout: 240_000,
}, async () => {
  const { orm } = database().systemDb;
  const tenants = await Promise.all(Array.from({ length: 5 }, () => createTenant(orm)));
  const load = generateLoad(
    tenants.map(({ id }) => id),
    DELIVERIES,
    seededRandom(11),
  );
  const half = load.deliveries.length / 2;
  const deliver = (deliveries: typeof load.deliveries) => deliverLoad({ ...load, deliveries }, insist, 8);
  await killInTheMiddle(() => deliver(load.deliveries.slice(0, half)));
  await startJobs();
  const delivering = deliver(load.deliveries.slice(half));
  process.kill(findServerPid(`${directory.path}/data`) ?? 0, "SIGKILL");
  await delivering;
  await waitUntil(async () => {
    await delay(200);
    return (await countEvents(UNSETTLED)) === 0;
  });

  const outcome = await readBillingState();
  expect(findDifferences(load, outcome)).toEqual([]);
  expect(await countEvents()).toBe(load.deliveries.length);
  const repeated = await orm
    .select({ subjectId: auditLog.subjectId })
    .from(auditLog)
    .where(sql`${auditLog.action} = 'billing_event.process' and ${auditLog.after} ->> 'state' <> 'WAITING'`)
    .groupBy(auditLog.subjectId)
    .having(sql`count(*) > 1`);
  expect(repeated).toEqual([]);
});

/** Holds up every payment of what is delivered, and kills the jobs while they wait to write one. */
async function killInTheMiddle(deliver: () => Promise<unknown>): Promise<void> {
  const blocker = postgres(host.url, { max: 1, onnotice: () => undefined });
  await blocker
    .begin(async (tx) => {
      await tx`lock table payments, subscriptions in share row exclusive mode`;
      await Promise.all([deliver(), killOnceHeldUp()]);
    })
    .finally(() => blocker.end());
}

async function killOnceHeldUp(): Promise<void> {
  await waitUntil(async () => {
    const [held] = await database().systemDb.sql<{ count: number }[]>`
      select count(*)::integer from pg_stat_activity where wait_event_type = 'Lock' and query ~ '(payments|subscriptions)'`;
    return (held?.count ?? 0) > 0;
  });
  process.kill(jobs.pid, "SIGKILL");
  await jobs.exited;
}
