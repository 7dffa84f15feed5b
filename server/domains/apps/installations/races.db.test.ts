import { and, asc, eq, inArray, sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditLog, domainEvents } from "@/db/schema/index.ts";
import { createItem, type Item, setUpStorage, signInWithApp } from "@/e2e/support/installations.ts";
import { setUpPlatform, signInAdmin } from "@/e2e/support/platform.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { suspendTenant } from "@/server/domains/accounts/tenants/administer.ts";
import { QueueBuild } from "@/server/domains/builds/input.ts";
import { getBuild, queueBuild } from "@/server/domains/builds/service.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { listInstallations, removeInstallation } from "./service.ts";

setUpPlatform();
setUpStorage();

/** Connection of its own, which holds the contended row. */
let blocker: postgres.Sql;
beforeAll(() => {
  blocker = postgres(env().DATABASE_URL ?? "", { max: 2, connection: { "drydock.scope": "*" } });
});
afterAll(() => blocker.end());

const orm = () => database().systemDb.orm;

interface Scene {
  item: Item;
  /** Listing of 1.1.0. */
  listingId: string;
  owner: Awaited<ReturnType<typeof signInWithApp>>;
}

type Act = (scene: Scene) => Promise<unknown>;

/** Operations that meet, each by one service call. */
const acts = {
  install: ({ item, owner }) => owner.install(item),
  update: ({ item, owner }) => owner.install(item, { version: "1.1.0", updates: "MINOR" }),
  rollBack: ({ item, owner }) => owner.install(item, { version: "1.0.0" }),
  uninstall: ({ item, owner: { ctx, appId } }) =>
    removeInstallation(ctx, { appId, type: item.type, slug: item.slug }),
  queue: ({ owner }) => queueOf(owner),
  suspend: async ({ listingId }) =>
    decideListing(await signInAdmin(), {
      listingId,
      action: "suspend",
      reason: "SECURITY_RISK",
      comment: "It leaks.",
    }),
  suspendPublisher: async ({ item }) =>
    suspendTenant(await signInAdmin(), { tenantId: item.ctx.tenant.id, reason: "Invoices unpaid." }),
  withdraw: ({ item, listingId }) => withdrawListing(item.ctx, listingId),
} satisfies Record<string, Act>;
type ActName = keyof typeof acts;

const queueOf = ({ ctx, appId }: Scene["owner"]) =>
  queueBuild(ctx, appId, QueueBuild.parse({ platform: "ANDROID", version: "1.0.0" }));

/**
 * Two operations in order. A suspended version is never installed; one that is suspended afterwards is unavailable. The
 * later of two changes wins. A build carries what was installed when it was queued.
 */
interface Race {
  first: ActName;
  second: ActName;
  /** Version that is installed before. */
  before: "1.0.0" | "1.1.0" | null;
  /** Row that both wait for. */
  contended: "app" | "listing" | "publisher";
  /** Error code of the second; null for success. */
  refusal: string | null;
  /** Installed version and its state afterwards. */
  after: string | null;
  /** Versions in audit rows and events of installations, in order; null for an uninstallation. */
  history: (string | null)[];
  /** Versions that a build of the race carries. */
  inputs: string[] | null;
}

describe("of two operations at once, each order has one outcome:", () => {
  it.each`
    first                 | second                | before     | contended      | refusal              | after                       | history                        | inputs
    ${"install"}          | ${"suspend"}          | ${null}    | ${"listing"}   | ${null}              | ${"1.1.0 UNAVAILABLE"}      | ${["1.1.0"]}                   | ${null}
    ${"suspend"}          | ${"install"}          | ${null}    | ${"listing"}   | ${null}              | ${"1.0.0 OK"}               | ${["1.0.0"]}                   | ${null}
    ${"update"}           | ${"suspend"}          | ${"1.0.0"} | ${"listing"}   | ${null}              | ${"1.1.0 UNAVAILABLE"}      | ${["1.0.0", "1.1.0"]}          | ${null}
    ${"suspend"}          | ${"update"}           | ${"1.0.0"} | ${"listing"}   | ${"NOT_INSTALLABLE"} | ${"1.0.0 OK"}               | ${["1.0.0"]}                   | ${null}
    ${"install"}          | ${"withdraw"}         | ${null}    | ${"listing"}   | ${null}              | ${"1.1.0 UNAVAILABLE"}      | ${["1.1.0"]}                   | ${null}
    ${"withdraw"}         | ${"update"}           | ${"1.0.0"} | ${"listing"}   | ${"NOT_INSTALLABLE"} | ${"1.0.0 OK"}               | ${["1.0.0"]}                   | ${null}
    ${"install"}          | ${"suspendPublisher"} | ${null}    | ${"publisher"} | ${null}              | ${"1.1.0 UNAVAILABLE"}      | ${["1.1.0"]}                   | ${null}
    ${"suspendPublisher"} | ${"install"}          | ${null}    | ${"publisher"} | ${"NOT_INSTALLABLE"} | ${null}                     | ${[]}                          | ${null}
    ${"suspendPublisher"} | ${"update"}           | ${"1.0.0"} | ${"publisher"} | ${"NOT_INSTALLABLE"} | ${"1.0.0 UNAVAILABLE"}      | ${["1.0.0"]}                   | ${null}
    ${"update"}           | ${"rollBack"}         | ${"1.0.0"} | ${"app"}       | ${null}              | ${"1.0.0 UPDATE_AVAILABLE"} | ${["1.0.0", "1.1.0", "1.0.0"]} | ${null}
    ${"rollBack"}         | ${"update"}           | ${"1.1.0"} | ${"app"}       | ${null}              | ${"1.1.0 OK"}               | ${["1.1.0", "1.0.0", "1.1.0"]} | ${null}
    ${"install"}          | ${"install"}          | ${null}    | ${"app"}       | ${null}              | ${"1.1.0 OK"}               | ${["1.1.0"]}                   | ${null}
    ${"update"}           | ${"uninstall"}        | ${"1.0.0"} | ${"app"}       | ${null}              | ${null}                     | ${["1.0.0", "1.1.0", null]}    | ${null}
    ${"uninstall"}        | ${"update"}           | ${"1.0.0"} | ${"app"}       | ${null}              | ${"1.1.0 OK"}               | ${["1.0.0", null, "1.1.0"]}    | ${null}
    ${"uninstall"}        | ${"uninstall"}        | ${"1.0.0"} | ${"app"}       | ${"NOT_FOUND"}       | ${null}                     | ${["1.0.0", null]}             | ${null}
    ${"uninstall"}        | ${"queue"}            | ${"1.1.0"} | ${"app"}       | ${null}              | ${null}                     | ${["1.1.0", null]}             | ${[]}
    ${"queue"}            | ${"uninstall"}        | ${"1.1.0"} | ${"app"}       | ${null}              | ${null}                     | ${["1.1.0", null]}             | ${["1.1.0"]}
    ${"update"}           | ${"queue"}            | ${"1.0.0"} | ${"app"}       | ${null}              | ${"1.1.0 OK"}               | ${["1.0.0", "1.1.0"]}          | ${["1.1.0"]}
    ${"queue"}            | ${"rollBack"}         | ${"1.1.0"} | ${"app"}       | ${null}              | ${"1.0.0 UPDATE_AVAILABLE"} | ${["1.1.0", "1.0.0"]}          | ${["1.1.0"]}
  `("$first before $second, with $before installed", async (race: Race) => {
    const scene = await setUpScene(race.before);
    const { ctx, appId } = scene.owner;
    const results = await runInOrder(
      {
        app: (held: postgres.TransactionSql) => held`select from apps where id = ${appId} for update`,
        listing: (held: postgres.TransactionSql) =>
          held`select from listings where id = ${scene.listingId} for update`,
        publisher: (held: postgres.TransactionSql) =>
          // Rows that refer to the tenant can still be written.
          held`select from tenants where id = ${scene.item.ctx.tenant.id} for no key update`,
      }[race.contended],
      () => acts[race.first](scene),
      () => acts[race.second](scene),
    );
    expect(results.map(({ code }) => code)).toEqual([null, race.refusal]);
    const [installed = null] = await listInstallations(ctx, { appId });
    expect(installed && `${installed.version} ${installed.state}`).toBe(race.after);
    expect(await readHistory(ctx)).toEqual({ audit: race.history, events: race.history });
    if (race.inputs) {
      const build = results.map(({ value }) => value).find(isBuild);
      const { inputs } = await getBuild(ctx, build?.id ?? "");
      expect(inputs.map(({ version }) => version)).toEqual(race.inputs);
    }
    if (installed?.state !== "UNAVAILABLE") return;
    await expect(queueOf(scene.owner)).rejects.toMatchObject({ code: "INPUT_UNAVAILABLE" });
  });

  it("a system plugin that is being uninstalled is in the builds that are queued before that commits", async () => {
    const item = await createItem("SYSTEM_PLUGIN");
    await item.publish("1.0.0");
    const owner = await signInWithApp();
    await owner.install(item, {}, null);
    const key = { appId: null, type: item.type, slug: item.slug };
    const { tenant } = owner.ctx;
    const uninstalling = await holding(
      (held) => held`select from installations where tenant_id = ${tenant.id} for update`,
      async () => {
        const pending = settle(removeInstallation(owner.ctx, key));
        await waitForWaiters(1);
        const { inputs } = await getBuild(owner.ctx, (await queueOf(owner)).id);
        expect(inputs).toMatchObject([{ version: "1.0.0" }]);
        return { pending };
      },
    );
    expect((await uninstalling.pending).code).toBeNull();
    expect((await getBuild(owner.ctx, (await queueOf(owner)).id)).inputs).toEqual([]);
  });
});

/** An item with two versions, one of them installed. */
async function setUpScene(before: Race["before"]): Promise<Scene> {
  const item = await createItem();
  await item.publish("1.0.0");
  const { id: listingId } = await item.publish("1.1.0");
  const owner = await signInWithApp();
  if (before) await owner.install(item, { version: before });
  return { item, listingId, owner };
}

/** Holds a row while `run` runs. */
async function holding<T>(
  lock: (held: postgres.TransactionSql) => PromiseLike<unknown>,
  run: () => Promise<T>,
): Promise<T> {
  return (await blocker.begin(async (held) => {
    await lock(held);
    return run();
  })) as T;
}

/** Runs two operations on a held row, so that both wait for it in this order. PostgreSQL serves waiters in turn. */
async function runInOrder(
  lock: (held: postgres.TransactionSql) => PromiseLike<unknown>,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  const started = await holding(lock, async () => {
    const one = settle(first());
    await waitForWaiters(1);
    const two = settle(second());
    await waitForWaiters(2);
    return { one, two };
  });
  return Promise.all([started.one, started.two]);
}

async function waitForWaiters(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await blocker`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event in ('tuple', 'transactionid')`;
      return row?.["waiting"];
    })
    .toBe(count);
}

const settle = (act: Promise<unknown>): Promise<{ code: string | null; value: unknown }> =>
  act.then(
    (value) => ({ code: null, value }),
    (error: { code?: string }) => ({ code: error.code ?? String(error), value: null }),
  );

const isBuild = (value: unknown): value is { id: string } =>
  typeof value === "object" && value !== null && "number" in value;

/** Versions of the installation by its audit rows and by its events, each with the right version before. */
async function readHistory(ctx: TenantContext) {
  const rows = await orm()
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.tenantId, ctx.tenant.id),
        inArray(auditLog.action, ["installation.set", "installation.remove"]),
      ),
    )
    .orderBy(asc(auditLog.at), asc(auditLog.id));
  const events = await orm()
    .select({
      version: sql<string | null>`${domainEvents.data} ->> 'version'`,
      previous: sql<string | null>`${domainEvents.data} ->> 'previousVersion'`,
    })
    .from(domainEvents)
    .where(and(eq(domainEvents.tenantId, ctx.tenant.id), eq(domainEvents.type, "installation.updated")))
    .orderBy(asc(domainEvents.sequence));
  const versionOf = (fields: unknown) => (fields as { version?: string } | null)?.version ?? null;
  const audit = rows.map(({ after }) => versionOf(after));
  const versionsBefore = [null, ...audit].slice(0, audit.length);
  expect(rows.map(({ before }) => versionOf(before))).toEqual(versionsBefore);
  expect(events.map(({ previous }) => previous)).toEqual(versionsBefore);
  return { audit, events: events.map(({ version }) => version) };
}
