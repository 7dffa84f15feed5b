import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COMMAND_TIMEOUTS, openDatabase, processSingleton } from "@/db/client.ts";
import { createTenant } from "@/db/factories.ts";
import { migrate } from "@/db/migrate.ts";
import { apps, installations, rolloutMoves, tenants } from "@/db/schema/index.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { controlAnyRollout } from "@/server/domains/apps/rollouts/service.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { namedAs } from "@/shared/name-skeleton.ts";
import { HOUR_MS } from "@/shared/time.ts";
import { atTime, signInAdmin } from "../support/platform.ts";
import { createItem, getRollout } from "../support/rollouts.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { type Program, startProgram, waitUntil } from "./program.ts";

const TENANTS = 2_000;
const INSTALLATIONS_PER_TENANT = 5;
const PROCESSES = 3;
const CHUNK = 1_000;

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let jobs: Program[] = [];

const orm = () => database().systemDb.orm;

beforeEach(async () => {
  directory = makeTempDirectory();
  host = await startHost(`${directory.path}/data`);
  await migrate(host.url);
  completeEnv({ DATABASE_URL: host.url, DRYDOCK_EMBEDDED: "true", LOG_LEVEL: "silent" });
  processSingleton("database", () => openDatabase(host.url, 5, COMMAND_TIMEOUTS));
}, 120_000);

afterEach(async () => {
  await killJobs();
  await database().close();
  await stopHost(host);
  directory.remove();
});

async function startJobs(count = PROCESSES): Promise<void> {
  const settings = { DATABASE_URL: host.url, DRYDOCK_EMBEDDED: "true", ROLLOUT_RING_MINUTES: "0,0,0" };
  const env = { ...process.env, ...settings };
  const started = Array.from({ length: count }, () => startProgram("e2e/process/job-host.ts", [], { env }));
  jobs.push(...started);
  await Promise.all(started.map((program) => program.waitFor(/^ready$/m)));
}

async function killJobs(): Promise<void> {
  for (const { pid } of jobs) process.kill(pid, "SIGKILL");
  await Promise.all(jobs.map(({ exited }) => exited));
  jobs = [];
}

/** Lets a job advance a rollout and freezes its process; others take it over. @returns the frozen one */
async function advanceWithFreeze(rolloutId: string, counted: () => Promise<number>): Promise<Program> {
  await startJobs(1);
  const [frozen] = jobs as [Program];
  await writeUnaudited(systemContext("test"), (tx) => enqueue(tx, "advance_rollout", { rolloutId }));
  await waitUntil(async () => (await counted()) > 0);
  process.kill(frozen.pid, "SIGSTOP");
  await startJobs(PROCESSES);
  await waitUntilSettled(rolloutId);
  return frozen;
}

/** Installations of a version, five in each of 2,000 tenants: 2,000 manual, 4,000 for patches, 4,000 for minor versions. */
async function install(listingId: string, slug: string): Promise<void> {
  const others = Array.from({ length: TENANTS - 1 }, () => {
    const id = uuidv7();
    return { id, slug: `tenant-${id}`, ...namedAs(id) };
  });
  for (let at = 0; at < others.length; at += CHUNK)
    await orm()
      .insert(tenants)
      .values(others.slice(at, at + CHUNK));
  const all = await orm().select({ id: tenants.id }).from(tenants);
  expect(all).toHaveLength(TENANTS);
  const now = new Date();
  const rows = all.flatMap(({ id: tenantId }) =>
    Array.from({ length: INSTALLATIONS_PER_TENANT }, (_, index) => ({
      app: {
        id: uuidv7(),
        tenantId,
        slug: `app-${index}`,
        name: `App ${index}`,
        platforms: ["ANDROID" as const],
      },
      updates: (["MANUAL", "PATCH", "PATCH", "MINOR", "MINOR"] as const)[index] ?? "MANUAL",
      acceptedPermissions: index === 4 ? ["network"] : [],
    })),
  );
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK);
    await orm()
      .insert(apps)
      .values(chunk.map(({ app }) => app));
    await orm()
      .insert(installations)
      .values(
        chunk.map(({ app, ...policy }) => ({
          ...policy,
          id: uuidv7(),
          tenantId: app.tenantId,
          appId: app.id,
          type: "APP_PLUGIN" as const,
          slug,
          listingId,
          installedAt: now,
          updatedAt: now,
        })),
      );
  }
}

/** Lets the jobs advance a rollout, and kills all of them whenever the count has passed the next part of the expected one. */
async function advanceWithKills(
  rolloutId: string,
  expected: number,
  counted: () => Promise<number>,
): Promise<void> {
  const parts = [0.2, 0.5, 0.8].map((part) => part * expected);
  for (const part of [...parts, null]) {
    await startJobs();
    for (let job = 0; job < PROCESSES; job += 1) {
      await writeUnaudited(systemContext("test"), (tx) => enqueue(tx, "advance_rollout", { rolloutId }));
    }
    if (part === null) break;
    await waitUntil(async () => (await counted()) >= part);
    await killJobs();
  }
  await waitUntilSettled(rolloutId);
  await killJobs();
}

const waitUntilSettled = (rolloutId: string) =>
  waitUntil(async () => {
    await delay(100);
    const [row] = await orm().execute(sql`select settled_at from rollouts where id = ${rolloutId}`);
    return row?.["settled_at"] !== null;
  });

const countInstalled = async (listingId: string): Promise<number> =>
  orm().$count(installations, eq(installations.listingId, listingId));

/** Installations whose audit rows, or events, of an action are not exactly one. */
async function countRepeated(
  action: string,
  type: string,
  version: string,
): Promise<Record<string, unknown>> {
  const [row] = await orm().execute(sql`
    select (select count(*)::integer from (
        select from audit_log where action = ${action} and after ->> 'version' = ${version} group by subject_id having count(*) > 1
      ) repeated) as audited,
      (select count(*)::integer from (
        select from domain_events where type = ${type} and data ->> 'version' = ${version} group by subject_id having count(*) > 1
      ) repeated) as told,
      (select count(*)::integer from audit_log where action = ${action} and after ->> 'version' = ${version}) as changes`);
  return row ?? {};
}

test("10,000 installations in 2,000 tenants are each moved at most once, whatever is killed", {
  timeout: 600_000,
}, async () => {
  const publisher = await createTenant(orm());
  const admin = atTime(await signInAdmin(), Date.now() - HOUR_MS);
  const item = await createItem(orm(), publisher.id);
  const first = await item.addVersion("1.0.0");
  await install(first.id, item.slug);
  const approve = async (version: string, permissions: string[] = []) => {
    const { id } = await item.addVersion(version, permissions, true);
    await decideListing(admin, { listingId: id, action: "approve" });
    return id;
  };

  // Four in five have a policy that allows a patch.
  const patch = await approve("1.0.1");
  const rollout = await getRollout(orm(), patch);
  const started = performance.now();
  await advanceWithKills(rollout.id, 8_000, () => orm().$count(rolloutMoves));
  process.stdout.write(
    `8,000 installations moved in ${Math.round((performance.now() - started) / 1_000)} s with kills\n`,
  );
  const moved = await getRollout(orm(), patch);
  expect(moved).toMatchObject({ state: "COMPLETED", manual: 2_000, needConsent: 0, remaining: [0, 0, 0, 0] });
  expect(moved.moved.reduce((sum, count) => sum + count, 0)).toBe(8_000);
  expect(moved.moved[0]).toBe(4);
  expect(moved.moved[1]).toBeGreaterThan(500);
  expect(await orm().$count(rolloutMoves)).toBe(8_000);
  expect([await countInstalled(first.id), await countInstalled(patch)]).toEqual([2_000, 8_000]);
  expect(await countRepeated("installation.update", "installation.updated", "1.0.1")).toEqual({
    audited: 0,
    told: 0,
    changes: 8_000,
  });

  // Two in five allow a minor version; half of them consented to its new permission.
  const minor = await approve("1.1.0", ["network"]);
  const wider = await getRollout(orm(), minor);
  const movesOf = () => orm().$count(rolloutMoves, eq(rolloutMoves.rolloutId, wider.id));
  await advanceWithKills(wider.id, 2_000, movesOf);
  expect(await getRollout(orm(), minor)).toMatchObject({
    state: "COMPLETED",
    needConsent: 2_000,
    manual: 6_000,
  });
  expect(await countInstalled(minor)).toBe(2_000);
  const [withoutConsent] = await orm().execute(sql`
    select count(*)::integer as count from installations where listing_id = ${minor} and not 'network' = any (accepted_permissions)`);
  expect(withoutConsent).toEqual({ count: 0 });

  // A rollback moves back what was moved, once.
  await controlAnyRollout(admin, { listingId: minor, action: "rollBack" });
  const movedBack = async () => (await getRollout(orm(), minor)).movedBack;
  await advanceWithKills(wider.id, 2_000, movedBack);
  expect(await getRollout(orm(), minor)).toMatchObject({ state: "ROLLED_BACK", movedBack: 2_000 });
  expect([await countInstalled(minor), await countInstalled(patch)]).toEqual([0, 8_000]);
  expect(await countRepeated("installation.roll_back", "installation.none", "1.0.1")).toMatchObject({
    audited: 0,
    changes: 2_000,
  });

  // No rollout crosses a major number.
  const major = await approve("2.0.0");
  await expect(getRollout(orm(), major)).rejects.toThrow("no rollout");
  expect(await countInstalled(major)).toBe(0);
});

test("a rollout of a process that is frozen goes on in another, and the woken one changes nothing", {
  timeout: 300_000,
}, async () => {
  const publisher = await createTenant(orm());
  const admin = atTime(await signInAdmin(), Date.now() - HOUR_MS);
  const item = await createItem(orm(), publisher.id);
  await install((await item.addVersion("1.0.0")).id, item.slug);
  const { id } = await item.addVersion("1.0.1", [], true);
  await decideListing(admin, { listingId: id, action: "approve" });
  const { id: rolloutId } = await getRollout(orm(), id);
  const frozen = await advanceWithFreeze(rolloutId, () => orm().$count(rolloutMoves));
  const settled = await getRollout(orm(), id);
  process.kill(frozen.pid, "SIGCONT");
  await frozen.waitFor(/another process has taken over this job|terminating connection|CONNECTION_/);
  expect(await getRollout(orm(), id)).toEqual(settled);
  expect(settled).toMatchObject({ state: "COMPLETED", remaining: [0, 0, 0, 0] });
  expect(await countInstalled(id)).toBe(8_000);
  expect(await countRepeated("installation.update", "installation.updated", "1.0.1")).toEqual({
    audited: 0,
    told: 0,
    changes: 8_000,
  });
});
