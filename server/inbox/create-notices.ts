import { eq, inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apiTokens, apps, builds, listings, tenants } from "@/db/schema/index.ts";
import { truncate } from "../platform/truncate.ts";
import type { NoticeDraft, NoticeEvent } from "./notify.ts";
import { RECIPIENTS } from "./policy.ts";

/** Notices for the members of tenants, by event type. */
export async function createNotices(tx: Transaction, events: readonly NoticeEvent[]): Promise<NoticeDraft[]> {
  const of = (...types: string[]) => events.filter(({ type }) => types.includes(type));
  return [
    ...(await failedBuilds(tx, of("build.failed"))),
    ...(await decidedListings(tx, of("listing.approved", "listing.rejected", "listing.suspended"))),
    ...(await messagesToPublishers(tx, of("listing.message"))),
    ...(await failedPayments(tx, of("billing.payment_failed"))),
    ...(await expiringTokens(tx, of("security.token_expiring"))),
  ];
}

async function failedBuilds(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .select({
      id: builds.id,
      number: builds.number,
      platform: builds.platform,
      createdBy: builds.createdBy,
      endReason: builds.endReason,
      failure: builds.failure,
      app: { id: apps.id, name: apps.name },
      tenant: { id: tenants.id, slug: tenants.slug },
    })
    .from(builds)
    .innerJoin(apps, eq(apps.id, builds.appId))
    .innerJoin(tenants, eq(tenants.id, builds.tenantId))
    .where(inArray(builds.id, subjectsOf(events)));
  // A cancelled build is no news for its author.
  const unwanted = rows.filter(({ endReason }) => endReason !== "CANCELLED");
  return joinNotices(events, unwanted, ({ app, tenant, number, platform, createdBy, failure, id }) => ({
    kind: "BUILD_FAILED",
    title: `${app.name} #${number} failed`,
    detail: failure?.summary ?? (platform === "IOS" ? "iOS build" : "Android build"),
    path: `/builder/${tenant.slug}/apps/${app.id}/builds/${id}`,
    tenantId: tenant.id,
    userId: createdBy,
    roles: RECIPIENTS.BUILD_FAILED.roles,
  }));
}

const DECISIONS: Record<string, string> = {
  "listing.approved": "was approved",
  "listing.rejected": "was rejected",
  "listing.suspended": "was suspended",
};

function decidedListings(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  return aboutListings(tx, events, (name, event) => ({
    kind: "LISTING_DECIDED",
    title: `${name} ${DECISIONS[event.type]}`,
    detail: textIn(event, "comment"),
  }));
}

function messagesToPublishers(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  const forPublishers = events.filter((event) => textIn(event, "from") === "MODERATOR");
  return aboutListings(tx, forPublishers, (name, event) => ({
    kind: "LISTING_MESSAGE",
    title: `New message about ${name} from the moderators`,
    detail: textIn(event, "text"),
  }));
}

/** Notices about a listing, for its submitter or else the publishing roles of its tenant. */
async function aboutListings(
  tx: Transaction,
  events: NoticeEvent[],
  toNotice: (name: string, event: NoticeEvent) => Pick<NoticeDraft, "kind" | "title" | "detail">,
): Promise<NoticeDraft[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .select({
      id: listings.id,
      name: listings.name,
      version: listings.version,
      submittedBy: listings.submittedBy,
      tenant: { id: tenants.id, slug: tenants.slug },
    })
    .from(listings)
    .innerJoin(tenants, eq(tenants.id, listings.tenantId))
    .where(inArray(listings.id, subjectsOf(events)));
  return joinNotices(events, rows, ({ name, version, tenant, submittedBy, id }, event) => {
    const notice = toNotice(`${name} ${version}`, event);
    return {
      ...notice,
      path: `/builder/${tenant.slug}/listings/${id}`,
      tenantId: tenant.id,
      userId: submittedBy,
      roles: RECIPIENTS[notice.kind].roles,
    };
  });
}

/** Notices for moderators, who are the Super Admins: messages of publishers. */
export function createModeratorNotices(events: readonly NoticeEvent[]) {
  return events
    .filter((event) => event.type === "listing.message" && textIn(event, "from") === "PUBLISHER")
    .map((event) => ({
      kind: "LISTING_MESSAGE" as const,
      title: `New message about ${textIn(event, "name")} ${textIn(event, "version")} from the publisher`,
      detail: textIn(event, "text") ?? "",
      path: `/admin/moderation/${event.subjectId}`,
    }));
}

async function failedPayments(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  const tenantIds = events.flatMap(({ tenantId }) => tenantId ?? []);
  if (tenantIds.length === 0) return [];
  const rows = await tx
    .select({ id: tenants.id, slug: tenants.slug })
    .from(tenants)
    .where(inArray(tenants.id, tenantIds));
  return events.flatMap((event) => {
    const tenant = rows.find(({ id }) => id === event.tenantId);
    if (!tenant) return [];
    return {
      kind: "PAYMENT_FAILED" as const,
      title: "Payment failed",
      detail: textIn(event, "description"),
      path: `/builder/${tenant.slug}/billing`,
      tenantId: tenant.id,
      eventId: event.id,
      userId: null,
      roles: RECIPIENTS.PAYMENT_FAILED.roles,
    };
  });
}

async function expiringTokens(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      userId: apiTokens.userId,
      expiresAt: apiTokens.expiresAt,
      tenant: { id: tenants.id, slug: tenants.slug },
    })
    .from(apiTokens)
    .innerJoin(tenants, eq(tenants.id, apiTokens.tenantId))
    .where(inArray(apiTokens.id, subjectsOf(events)));
  return joinNotices(events, rows, ({ name, userId, expiresAt, tenant }) => ({
    kind: "TOKEN_EXPIRING",
    title: `API token ${name} expires soon`,
    detail: `Expires on ${expiresAt.toISOString().slice(0, 10)}. Create a new token before then.`,
    path: `/builder/${tenant.slug}/settings/tokens`,
    tenantId: tenant.id,
    userId,
    roles: RECIPIENTS.TOKEN_EXPIRING.roles,
  }));
}

const subjectsOf = (events: readonly NoticeEvent[]): string[] => events.map(({ subjectId }) => subjectId);

function joinNotices<R extends { id: string }>(
  events: readonly NoticeEvent[],
  rows: readonly R[],
  toNotice: (row: R, event: NoticeEvent) => Omit<NoticeDraft, "eventId">,
): NoticeDraft[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return events.flatMap((event) => {
    const row = byId.get(event.subjectId);
    return row ? { ...toNotice(row, event), eventId: event.id } : [];
  });
}

const MAX_DETAIL_LENGTH = 200;

function textIn({ data }: NoticeEvent, field: string): string | null {
  const value = (data as Record<string, unknown> | null)?.[field];
  return typeof value === "string" && value !== "" ? truncate(value, MAX_DETAIL_LENGTH) : null;
}
