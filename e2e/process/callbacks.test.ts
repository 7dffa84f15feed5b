import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client.ts";
import { migrate } from "@/db/migrate.ts";
import { deliveries, notificationChannels } from "@/db/schema/index.ts";
import { systemContext } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { generateSecret } from "@/server/domains/notifications/callbacks/signature.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { closedPort, type Receiver, startReceiver } from "../support/receivers/receiver.ts";
import { respondAfter, respondWith } from "../support/receivers/responders.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { type Program, startProgram, waitUntil } from "./program.ts";

/**
 * The whole load, on an idle machine:
 * `CALLBACK_EVENTS=10000 CALLBACK_KILLS=5 CALLBACK_P99_MS=1000 npx vitest run --project endurance e2e/process/callbacks`
 */
const EVENTS = Number(process.env["CALLBACK_EVENTS"] ?? 800);
const KILLS = Number(process.env["CALLBACK_KILLS"] ?? 2);
const P99_MS = Number(process.env["CALLBACK_P99_MS"] ?? 10_000);
const EVENTS_PER_SECOND = 100;
const SLOW_MS = 1_500;
/** A claim outlives its process for so long, and so may what was under way at a kill. */
const CLAIM_TTL_MS = 25_000;

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let database: Database;
let healthy: Receiver;
let slow: Receiver;
let jobs: Program;

beforeEach(async () => {
  directory = makeTempDirectory();
  host = await startHost(`${directory.path}/data`);
  await migrate(host.url);
  database = openDatabase(host.url, 8);
  healthy = await startReceiver(respondWith(200));
  slow = await startReceiver(respondAfter(SLOW_MS, respondWith(200)));
  await startJobs();
}, 120_000);

afterEach(async () => {
  process.kill(jobs.pid, "SIGKILL");
  await Promise.all([healthy.close(), slow.close(), jobs.exited]);
  await database.close();
  await stopHost(host);
  directory.remove();
});

async function startJobs(): Promise<void> {
  const settings = { DATABASE_URL: host.url, DRYDOCK_EMBEDDED: "true", OUTBOUND_ALLOW_HOSTS: "127.0.0.1" };
  jobs = startProgram("e2e/process/job-host.ts", [], { env: { ...process.env, ...settings } });
  await jobs.waitFor(/^ready$/m);
}

async function createTestChannel(name: string, url: string): Promise<string> {
  const id = systemContext("test", database).newId();
  await database.systemDb.orm
    .insert(notificationChannels)
    .values({ id, name, url, secret: generateSecret("HMAC").secret });
  return id;
}

/** Records an event as its own transaction. @returns its subject */
async function recordOne(name: string): Promise<string> {
  const ctx = systemContext("test", database);
  const subjectId = ctx.newId();
  await withTransaction(ctx, ({ open: { tx } }) =>
    recordEvent(tx, ctx, {
      type: "security.user_disabled",
      tenantId: null,
      subjectId,
      data: { userId: subjectId, name },
    }),
  );
  return subjectId;
}

/** Records events, a few at a time. */
async function recordAll(recorded: Set<string>): Promise<void> {
  const startedAt = Date.now();
  for (let count = 0; count < EVENTS; count += 1) {
    recorded.add(await recordOne(`Person ${count}`));
    const ahead = startedAt + (count * 1_000) / EVENTS_PER_SECOND - Date.now();
    if (ahead > 0) await delay(ahead);
  }
}

const told = (receiver: Receiver) =>
  receiver.received.map(({ body, at }) => {
    const { subjectId, timestamp } = JSON.parse(body) as { subjectId: string; timestamp: string };
    return { subjectId, happenedAt: Date.parse(timestamp), at };
  });

test(
  "no event is lost on three channels, one dead and one slow, through kills of the process",
  async () => {
    const channels = {
      healthy: await createTestChannel("healthy", healthy.url),
      slow: await createTestChannel("slow", slow.url),
      dead: await createTestChannel("dead", `http://127.0.0.1:${await closedPort()}/`),
    };
    const recorded = new Set<string>();
    const outages: { from: number; until: number }[] = [];
    const recording = recordAll(recorded);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await waitUntil(() => recorded.size >= (EVENTS * kill) / (KILLS + 1));
      const from = Date.now();
      process.kill(jobs.pid, "SIGKILL");
      await jobs.exited;
      await startJobs();
      outages.push({ from, until: Date.now() + 1_000 });
    }
    await recording;
    await waitUntil(() => new Set(told(healthy).map(({ subjectId }) => subjectId)).size === EVENTS);
    const arrivals = told(healthy);
    expect(new Set(arrivals.map(({ subjectId }) => subjectId))).toEqual(recorded);

    const first = new Map(arrivals.reverse().map((arrival) => [arrival.subjectId, arrival]));
    const lags = [...first.values()]
      .filter(({ happenedAt, at }) => !outages.some(({ from, until }) => happenedAt < until && at > from))
      .map(({ happenedAt, at }) => at - happenedAt)
      .sort((one, other) => one - other);
    const p99 = lags[Math.floor(lags.length * 0.99)] ?? 0;
    process.stdout.write(
      `${EVENTS} events, ${KILLS} kills: healthy channel got ${arrivals.length} requests; outside restarts ` +
        `(${lags.length} events) it lagged ${lags[lags.length >> 1]} ms at the median, ${p99} ms at the 99th percentile\n`,
    );
    expect(lags.length).toBeGreaterThan(EVENTS / 10);
    expect(p99).toBeLessThan(P99_MS);

    const states = await database.systemDb.orm.execute<{
      channel_id: string;
      state: string;
      count: number;
    }>(sql`
      select channel_id, state, count(*)::integer as count from deliveries group by 1, 2`);
    for (const channelId of Object.values(channels)) {
      const ofChannel = states.filter((row) => row.channel_id === channelId);
      expect(ofChannel.reduce((sum, { count }) => sum + count, 0)).toBe(EVENTS);
    }
    const dead = states.filter((row) => row.channel_id === channels.dead).map(({ state }) => state);
    expect(dead).toEqual(["PENDING"]);
    const [failing] = await database.systemDb.orm.execute<{ failing: boolean }>(sql`
      select failing_since is not null as failing from notification_channels where id = ${channels.dead}`);
    expect(failing).toEqual({ failing: true });
  },
  (EVENTS * 1_000) / EVENTS_PER_SECOND + KILLS * 10_000 + CLAIM_TTL_MS + 90_000,
);

test("a callback of a process that is frozen is sent by another, and the woken one changes nothing of it", async () => {
  await createTestChannel("healthy", healthy.url);
  const frozen = jobs;
  healthy.setResponder(() => {
    healthy.setResponder(respondWith(200));
    process.kill(frozen.pid, "SIGSTOP");
    void startJobs();
  });
  const listDeliveries = () => database.systemDb.orm.select().from(deliveries).orderBy(deliveries.sequence);
  const areDelivered = async (count: number) => {
    const states = (await listDeliveries()).map(({ state }) => state);
    return states.length === count && states.every((state) => state === "DELIVERED");
  };
  try {
    await recordOne("One");
    await waitUntil(() => areDelivered(1));
  } finally {
    process.kill(frozen.pid, "SIGCONT");
  }
  const [before] = await listDeliveries();
  expect(before).toMatchObject({ attemptCount: 1 });
  process.kill(jobs.pid, "SIGKILL");
  await jobs.exited;
  jobs = frozen;
  // Its first attempt ends before, as the channel's window saves attempts in turn.
  await recordOne("Another");
  await waitUntil(() => areDelivered(2));
  expect((await listDeliveries())[0]).toEqual(before);
  expect(told(healthy).map(({ subjectId }) => subjectId)).toHaveLength(3);
  const [channel] = await database.systemDb.orm.select().from(notificationChannels);
  expect(channel).toMatchObject({ failingSince: null });
});
