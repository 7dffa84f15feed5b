import { beforeAll, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { createItem } from "@/e2e/support/rollouts.ts";
import { type Context, database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { type DomainEvent, recordEvents } from "@/server/events/record-event.ts";
import { dispatchEvents } from "../callbacks/dispatch-events.ts";
import { setPreference } from "../preferences.ts";
import { getInbox } from "../service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
let system: Context;
beforeAll(() => {
  system = systemContext("test");
});

async function dispatch(events: DomainEvent[]): Promise<void> {
  await withTransaction(system, ({ open: { tx } }) => recordEvents(tx, system, events));
  await dispatchEvents(system);
}

const noticesOf = async (ctx: Context) =>
  (await getInbox(ctx)).notices.map(({ title, detail, path }) => ({ title, detail, path }));

async function setUp() {
  const publisher = await signInMember("OWNER");
  const owner = await signInMember("OWNER");
  const item = await createItem(orm(), publisher.tenant.id);
  const listing = await item.addVersion("1.0.1");
  const data = { type: item.type, slug: item.slug, updates: "MINOR" as const };
  const installationIn = (appId: string | null, ctx: TenantContext = owner) => {
    const subjectId = system.newId();
    return { subjectId, tenantId: ctx.tenant.id, data: { ...data, installationId: subjectId, appId } };
  };
  return { publisher, owner, item, listing, installationIn };
}

it("tell the members of a tenant of an update once, with all its apps, and not of what a member did", async () => {
  const { owner, item, installationIn } = await setUp();
  const viewer = await signInMember("VIEWER");
  const apps = [];
  for (const name of ["Alpha", "Beta", "Gamma"])
    apps.push(await createApp(orm(), { tenantId: owner.tenant.id, name }));
  const updated = (
    version: string,
    previousVersion: string,
    rolloutId: string | null,
    appId: string | null,
  ): DomainEvent => {
    const { data, ...event } = installationIn(appId);
    return { type: "installation.updated", ...event, data: { ...data, version, previousVersion, rolloutId } };
  };
  const rolloutId = system.newId();
  await dispatch([
    ...apps.map(({ id }) => updated("1.0.1", "1.0.0", rolloutId, id)),
    updated("1.0.0", "1.0.1", rolloutId, apps[0]?.id ?? null),
    updated("1.0.2", "1.0.1", rolloutId, null),
    updated("2.0.0", "1.0.1", null, null),
  ]);
  const base = `/builder/${owner.tenant.slug}`;
  const found = await noticesOf(owner);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      {
        title: `${item.slug} was updated to 1.0.1`,
        detail: "From 1.0.0 in Alpha and 2 more apps.",
        path: `${base}/apps`,
      },
      {
        title: `${item.slug} was rolled back to 1.0.0`,
        detail: "From 1.0.1 in Alpha.",
        path: `${base}/apps/${apps[0]?.id}/plugins`,
      },
      {
        title: `${item.slug} was updated to 1.0.2`,
        detail: "From 1.0.1 in the workspace.",
        path: `${base}/settings/system-plugins`,
      },
    ]),
  );
  expect(await noticesOf(viewer)).toEqual([]);
});

it("say why an update is on hold, and what to do about an unavailable version", async () => {
  const { owner, item, installationIn } = await setUp();
  const { id: appId } = await createApp(orm(), { tenantId: owner.tenant.id, name: "Alpha" });
  const { data, ...event } = installationIn(appId);
  const at = { ...data, version: "1.0.0", previousVersion: "1.0.0" };
  await dispatch([
    {
      type: "installation.held",
      ...event,
      data: { ...at, heldVersion: "1.0.1", reason: "Builds failed.", rolloutId: system.newId() },
    },
    {
      type: "installation.unavailable",
      ...event,
      data: { ...at, status: "SUSPENDED", availableVersion: "1.0.1" },
    },
    {
      type: "installation.unavailable",
      ...event,
      data: { ...at, version: "0.9.0", status: "WITHDRAWN", availableVersion: null },
    },
  ]);
  const path = `/builder/${owner.tenant.slug}/apps/${appId}/plugins`;
  const found = await noticesOf(owner);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      {
        title: `Update of ${item.slug} to 1.0.1 is on hold`,
        detail: "Alpha keeps its version. Builds failed.",
        path,
      },
      {
        title: `${item.slug} 1.0.0 was suspended`,
        detail: "New builds of Alpha can’t use it. Install 1.0.1 or uninstall it.",
        path,
      },
      {
        title: `${item.slug} 0.9.0 was withdrawn`,
        detail: "New builds of Alpha can’t use it. Uninstall it.",
        path,
      },
    ]),
  );
});

it("tell publisher and Super Admins of a held rollout, and the publisher of a complete one, unless muted", async () => {
  const { publisher, owner, item, listing } = await setUp();
  const [admin, quiet] = [await signInAdmin(), await signInAdmin()];
  await setPreference(quiet, { kind: "ROLLOUT_HELD", bell: false, mail: false });
  const subjectId = system.newId();
  const event = { tenantId: publisher.tenant.id, subjectId };
  const data = {
    rolloutId: subjectId,
    listingId: listing.id,
    type: item.type,
    slug: item.slug,
    version: "1.0.1",
    updated: 4,
    remaining: 2,
    before: { builds: 20, failed: 0 },
    after: { builds: 4, failed: 4 },
  };
  await dispatch([
    { type: "rollout.held", ...event, data: { ...data, state: "HELD", reason: "Builds failed." } },
    { type: "rollout.completed", ...event, data: { ...data, state: "COMPLETED", reason: null } },
  ]);
  const title = `Rollout of ${item.slug} 1.0.1 is on hold`;
  const path = `/builder/${publisher.tenant.slug}/listings/${listing.id}`;
  const told = await noticesOf(publisher);
  expect(told).toHaveLength(2);
  expect(told).toEqual(
    expect.arrayContaining([
      { title, detail: "Builds failed.", path },
      { title: `Rollout of ${item.slug} 1.0.1 is complete`, detail: "4 installations were updated.", path },
    ]),
  );
  expect(await noticesOf(admin)).toEqual([
    { title, detail: "Builds failed.", path: `/admin/rollouts/${listing.id}` },
  ]);
  expect(await noticesOf(quiet)).toEqual([]);
  expect(await noticesOf(owner)).toEqual([]);
});
