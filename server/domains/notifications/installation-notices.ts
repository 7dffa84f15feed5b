import { desc, inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps, listings, tenants } from "@/db/schema/index.ts";
import type { EventData } from "@/server/events/event-types.ts";
import { truncate } from "@/shared/text/truncate.ts";
import { precedenceKey } from "@/shared/version-key.ts";
import type { ListingType } from "@/shared/vocabulary.ts";
import type { AdminNotice, NoticeDraft, NoticeEvent } from "./drafts.ts";
import { RECIPIENTS } from "./policy.ts";

const INSTALLATION_EVENTS = [
  "installation.updated",
  "installation.held",
  "installation.unavailable",
] as const;
type InstallationEventType = (typeof INSTALLATION_EVENTS)[number];
const ROLLOUT_EVENTS = ["rollout.held", "rollout.completed"] as const;

const MAX_DETAIL_LENGTH = 200;

/** Text of a notice. */
type Text = Pick<NoticeDraft, "kind" | "title" | "detail" | "mail">;

/**
 * Notices about installations. Those of one tenant, item and version share one notice, however many apps are concerned. What a
 * member changed is no news.
 */
export async function createInstallationNotices(
  tx: Transaction,
  events: readonly NoticeEvent[],
): Promise<NoticeDraft[]> {
  const groups = groupEvents(events.filter(isNews));
  if (groups.length === 0) return [];
  const all = groups.flat();
  const names = await findItemNames(tx, all);
  const appNames = await findAppNames(tx, all);
  const slugs = await findTenantSlugs(tx, all);
  return groups.flatMap((group) => {
    const [first] = group;
    const slug = slugs.get(first?.tenantId ?? "");
    if (!first?.tenantId || !slug) return [];
    const appIds = [...new Set(group.flatMap((event) => dataOf(event).appId ?? []))];
    const where = describeApps(appIds.map((id) => appNames.get(id) ?? "an app"));
    const text = describeEvent(first, names.get(keyOf(dataOf(first))) ?? dataOf(first).slug, where);
    const [appId, ...others] = appIds;
    return {
      ...text,
      detail: text.detail && truncate(text.detail, MAX_DETAIL_LENGTH),
      path: appId
        ? `/builder/${slug}/apps${others.length === 0 ? `/${appId}/plugins` : ""}`
        : `/builder/${slug}/settings/system-plugins`,
      tenantId: first.tenantId,
      eventId: first.id,
      userId: null,
      roles: RECIPIENTS[text.kind].roles,
    };
  });
}

/** Notices about rollouts for their publishers. */
export async function createRolloutNotices(
  tx: Transaction,
  events: readonly NoticeEvent[],
): Promise<NoticeDraft[]> {
  const about = events.filter(({ type }) => ROLLOUT_EVENTS.some((one) => one === type));
  if (about.length === 0) return [];
  const slugs = await findTenantSlugs(tx, about);
  const names = await findItemNames(tx, about);
  return about.flatMap((event) => {
    const slug = slugs.get(event.tenantId ?? "");
    if (!event.tenantId || !slug) return [];
    const data = event.data as EventData<"rollout.held">;
    const text = describeRollout(event, names.get(keyOf(data)) ?? data.slug);
    return {
      ...text,
      path: `/builder/${slug}/listings/${data.listingId}`,
      tenantId: event.tenantId,
      eventId: event.id,
      userId: null,
      roles: RECIPIENTS[text.kind].roles,
    };
  });
}

/** Notices about held rollouts for Super Admins. */
export async function createHeldRolloutNotices(
  tx: Transaction,
  events: readonly NoticeEvent[],
): Promise<AdminNotice[]> {
  const held = events.filter(({ type }) => type === "rollout.held");
  if (held.length === 0) return [];
  const names = await findItemNames(tx, held);
  return held.map((event) => {
    const data = event.data as EventData<"rollout.held">;
    const text = describeRollout(event, names.get(keyOf(data)) ?? data.slug);
    return { ...text, path: `/admin/rollouts/${data.listingId}`, eventKey: event.id };
  });
}

function describeRollout({ type, data }: NoticeEvent, name: string): Text {
  const { version, reason, updated } = data as EventData<"rollout.held">;
  if (type === "rollout.held") {
    const detail = reason && truncate(reason, MAX_DETAIL_LENGTH);
    const mail = {
      paragraphs: [
        ...(reason ? [reason] : []),
        "Installations that were not updated keep their version. Resume the rollout or roll it back.",
      ],
    };
    return { kind: "ROLLOUT_HELD", title: `Rollout of ${name} ${version} is on hold`, detail, mail };
  }
  const installations =
    updated === 1 ? "1 installation was updated" : `${updated} installations were updated`;
  return {
    kind: "ROLLOUT_COMPLETED",
    title: `Rollout of ${name} ${version} is complete`,
    detail: `${installations}.`,
  };
}

function describeEvent(event: NoticeEvent, name: string, where: string): Text {
  switch (event.type as InstallationEventType) {
    case "installation.updated": {
      const { version, previousVersion } = event.data as EventData<"installation.updated">;
      const isBack = precedenceKey(version ?? "") < precedenceKey(previousVersion ?? "");
      return {
        kind: "INSTALLATION_UPDATED",
        title: `${name} was ${isBack ? "rolled back" : "updated"} to ${version}`,
        detail: `From ${previousVersion} in ${where}.`,
      };
    }
    case "installation.held": {
      const { heldVersion, reason } = event.data as EventData<"installation.held">;
      return {
        kind: "INSTALLATION_HELD",
        title: `Update of ${name} to ${heldVersion} is on hold`,
        detail: `${where} keeps its version. ${reason}`,
      };
    }
    case "installation.unavailable": {
      const { version, status, availableVersion } = event.data as EventData<"installation.unavailable">;
      const remedy = availableVersion ? `Install ${availableVersion} or uninstall it.` : "Uninstall it.";
      return {
        kind: "INSTALLATION_UNAVAILABLE",
        title: `${name} ${version} was ${status === "SUSPENDED" ? "suspended" : "withdrawn"}`,
        detail: `New builds of ${where} can’t use it. ${remedy}`,
      };
    }
  }
}

function describeApps([first, second, ...others]: string[]): string {
  if (!first) return "the workspace";
  if (!second) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} more apps`;
}

function isNews({ type, data }: NoticeEvent): boolean {
  if (!INSTALLATION_EVENTS.some((one) => one === type)) return false;
  return type !== "installation.updated" || Boolean((data as EventData<"installation.updated">).rolloutId);
}

type InstallationData = EventData<"installation.updated"> & { heldVersion?: string };

const dataOf = ({ data }: NoticeEvent): InstallationData => data as InstallationData;

function groupEvents(events: readonly NoticeEvent[]): NoticeEvent[][] {
  const groups = new Map<string, NoticeEvent[]>();
  for (const event of events) {
    const { type, slug, version, previousVersion, heldVersion } = dataOf(event);
    const key = JSON.stringify([
      event.tenantId,
      event.type,
      type,
      slug,
      version,
      previousVersion,
      heldVersion,
    ]);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()];
}

interface ItemKey {
  type: ListingType;
  slug: string;
}

const keyOf = ({ type, slug }: ItemKey): string => `${type} ${slug}`;

/** Names of items by their keys, in their highest versions. */
async function findItemNames(tx: Transaction, events: readonly NoticeEvent[]): Promise<Map<string, string>> {
  const keys = new Map(events.map(({ data }) => [keyOf(data as ItemKey), data as ItemKey]));
  const rows = await tx
    .selectDistinctOn([listings.type, listings.slug], {
      type: listings.type,
      slug: listings.slug,
      name: listings.name,
    })
    .from(listings)
    .where(
      sql`(${listings.type}, ${listings.slug}) in (select type, slug from json_to_recordset(${JSON.stringify([
        ...keys.values(),
      ])}::text::json) as wanted (type text, slug text))`,
    )
    .orderBy(listings.type, listings.slug, desc(listings.versionKey));
  return new Map(rows.map((row) => [keyOf(row), row.name]));
}

async function findAppNames(tx: Transaction, events: readonly NoticeEvent[]): Promise<Map<string, string>> {
  const ids = [...new Set(events.flatMap((event) => dataOf(event).appId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await tx.select({ id: apps.id, name: apps.name }).from(apps).where(inArray(apps.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function findTenantSlugs(
  tx: Transaction,
  events: readonly NoticeEvent[],
): Promise<Map<string, string>> {
  const ids = [...new Set(events.flatMap(({ tenantId }) => tenantId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: tenants.id, slug: tenants.slug })
    .from(tenants)
    .where(inArray(tenants.id, ids));
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
