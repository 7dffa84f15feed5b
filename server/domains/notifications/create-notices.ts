import { eq, inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apiTokens, listings, tenants } from "@/db/schema/index.ts";
import { formatMoney } from "@/server/domains/billing/parsing/money.ts";
import { describeReason } from "@/server/domains/listings/policy.ts";
import type { EventData } from "@/server/events/event-types.ts";
import { formatDay, formatMinute } from "@/server/mail/dates.ts";
import { truncate } from "@/shared/text/truncate.ts";
import { createBuildNotices } from "./build-notices.ts";
import { type AdminNotice, joinNotices, type NoticeDraft, type NoticeEvent, subjectsOf } from "./drafts.ts";
import { RECIPIENTS } from "./policy.ts";

/** Notices for the members of tenants, by event type. */
export async function createNotices(tx: Transaction, events: readonly NoticeEvent[]): Promise<NoticeDraft[]> {
  const of = (...types: string[]) => events.filter(({ type }) => types.includes(type));
  return [
    ...(await createBuildNotices(tx, of("build.failed", "build.completed"))),
    ...(await decidedListings(tx, of("listing.approved", "listing.rejected", "listing.suspended"))),
    ...(await messagesToPublishers(tx, of("listing.message"))),
    ...(await failedPayments(tx, of("billing.payment_failed"))),
    ...(await expiringTokens(tx, of("security.token_expiring"))),
  ];
}

const DECISIONS: Record<string, string> = {
  "listing.approved": "was approved",
  "listing.rejected": "was rejected",
  "listing.suspended": "was suspended",
};

function describeDecisionReason(id: string): string {
  const { title, help } = describeReason(id);
  return `Reason: ${title}.${help ? ` ${help}` : ""}`;
}

const OUTCOMES: Record<string, string> = {
  "listing.approved": "The version is now on the marketplace.",
  "listing.rejected": "The version was not published. To try again, submit a new version.",
  "listing.suspended": "The version is no longer on the marketplace, and new builds cannot use it.",
};

function decidedListings(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  return aboutListings(tx, events, (name, event) => {
    const reason = textIn(event, "reason");
    const comment = textIn(event, "comment");
    return {
      kind: "LISTING_DECIDED",
      title: `${name} ${DECISIONS[event.type]}`,
      detail: shorten(comment),
      mail: {
        paragraphs: [
          OUTCOMES[event.type] ?? "",
          ...(reason ? [describeDecisionReason(reason)] : []),
          ...(comment ? ["Moderator’s comment:"] : []),
        ],
        ...(comment && { message: comment }),
      },
    };
  });
}

function messagesToPublishers(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  const forPublishers = events.filter((event) => textIn(event, "from") === "MODERATOR");
  return aboutListings(tx, forPublishers, (name, event) => ({
    kind: "LISTING_MESSAGE",
    title: `New message about ${name} from the moderators`,
    ...aboutMessage(event),
  }));
}

/** Notices about a listing, for its submitter or else the publishing roles of its tenant. */
async function aboutListings(
  tx: Transaction,
  events: NoticeEvent[],
  toNotice: (name: string, event: NoticeEvent) => Pick<NoticeDraft, "kind" | "title" | "detail" | "mail">,
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
export function createModeratorNotices(events: readonly NoticeEvent[]): AdminNotice[] {
  return events
    .filter((event) => event.type === "listing.message" && textIn(event, "from") === "PUBLISHER")
    .map((event) => ({
      kind: "LISTING_MESSAGE",
      title: `New message about ${textIn(event, "name")} ${textIn(event, "version")} from the publisher`,
      path: `/admin/moderation/${event.subjectId}`,
      eventKey: event.id,
      ...aboutMessage(event),
    }));
}

/** Message in a notice: its beginning for the bell, all of it for the mail. */
function aboutMessage(event: NoticeEvent): Pick<NoticeDraft, "detail" | "mail"> {
  const text = textIn(event, "text");
  return { detail: shorten(text), mail: { paragraphs: [], ...(text && { message: text }) } };
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
    const { amountMinor, currency, description, failure } = event.data as EventData<"billing.payment_failed">;
    const amount = formatMoney({ minor: BigInt(amountMinor), currency });
    return {
      kind: "PAYMENT_FAILED" as const,
      title: "Payment failed",
      detail: shorten(description),
      mail: {
        subject: `Payment of ${amount} failed`,
        paragraphs: [
          `A payment of ${amount} failed (${description}).`,
          ...(failure ? [`Reason: ${failure}`] : []),
          "Update your payment method at the payment provider. If payments keep failing, your plan ends.",
        ],
      },
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
      lastFour: apiTokens.lastFour,
      userId: apiTokens.userId,
      expiresAt: apiTokens.expiresAt,
      tenant: { id: tenants.id, slug: tenants.slug },
    })
    .from(apiTokens)
    .innerJoin(tenants, eq(tenants.id, apiTokens.tenantId))
    .where(inArray(apiTokens.id, subjectsOf(events)));
  return joinNotices(events, rows, ({ name, lastFour, userId, expiresAt, tenant }) => ({
    kind: "TOKEN_EXPIRING",
    title: `API token ${name} expires soon`,
    detail: `Expires on ${formatDay(expiresAt)}. Create a new token before then.`,
    mail: {
      paragraphs: [
        `The API token ${name} (…${lastFour}) expires on ${formatMinute(expiresAt)}. Requests with it fail from then on.`,
        "Create a new token, replace the old one where it is used, and revoke it.",
      ],
    },
    path: `/builder/${tenant.slug}/settings/tokens`,
    tenantId: tenant.id,
    userId,
    roles: RECIPIENTS.TOKEN_EXPIRING.roles,
  }));
}

const MAX_DETAIL_LENGTH = 200;

const shorten = (text: string | null): string | null => text && truncate(text, MAX_DETAIL_LENGTH);

function textIn({ data }: NoticeEvent, field: string): string | null {
  const value = (data as Record<string, unknown> | null)?.[field];
  return typeof value === "string" && value !== "" ? value : null;
}
