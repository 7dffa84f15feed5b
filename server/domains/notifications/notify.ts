import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, notices, tenants, users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { ROLE_LABELS } from "@/shared/labels.ts";
import { mailNotices } from "./digest.ts";
import { noticeMessage } from "./mails.ts";
import type { NoticeDraft, NoticeText } from "./notices/draft.ts";
import { createNotices, type StoredEvent } from "./notices/notices.ts";
import { type NoticeChannels, RECIPIENTS } from "./policy.ts";
import { loadPreferences } from "./preferences.ts";

/** Notifies members and Super Admins of events, as they prefer, in the caller's transaction. */
export async function notifyUsers(
  tx: Transaction,
  ctx: Context,
  events: readonly StoredEvent[],
): Promise<void> {
  await notify(tx, ctx, await addressNotices(tx, await createNotices(tx, events)));
}

export async function notifySuperAdmins(tx: Transaction, ctx: Context, text: NoticeText): Promise<void> {
  await notify(tx, ctx, await addressToSuperAdmins(tx, [{ ...text, eventKey: ctx.newId() }]));
}

/** Mails members and Super Admins what they would get about events, without the bell. For demo data. */
export async function mailUsers(
  tx: Transaction,
  ctx: Context,
  events: readonly StoredEvent[],
): Promise<void> {
  const notifications = await addressNotices(tx, await createNotices(tx, events));
  await mail(tx, ctx, await chooseChannels(tx, notifications));
}

interface Notification extends NoticeText {
  user: { id: string; email: string; emailVerifiedAt: Date | null };
  /** Reason for which the user gets it: "You get this email because …". */
  reason: string;
  /** Event, so that one gives a user one mail. */
  eventKey: string;
  tenantId: string | null;
  eventId: string | null;
  appId?: string;
}

async function notify(tx: Transaction, ctx: Context, notifications: readonly Notification[]): Promise<void> {
  const addressed = await chooseChannels(tx, notifications);
  const rows = addressed
    .filter(({ channels }) => channels.bell)
    .map(({ user, kind, title, detail, path, tenantId, eventId }) => ({
      id: ctx.newId(),
      createdAt: ctx.now(),
      userId: user.id,
      ...{ kind, title, detail, path, tenantId, eventId },
    }));
  if (rows.length > 0) await tx.insert(notices).values(rows).onConflictDoNothing();
  await mail(tx, ctx, addressed);
}

type WithChannels = Notification & { channels: NoticeChannels };

/** Notifications with the channels that their users prefer. */
async function chooseChannels(
  tx: Transaction,
  notifications: readonly Notification[],
): Promise<WithChannels[]> {
  if (notifications.length === 0) return [];
  const { channelsOf } = await loadPreferences(tx, [...new Set(notifications.map(({ user }) => user.id))]);
  return notifications.map((notification) => {
    const { user, kind, appId } = notification;
    return { ...notification, channels: channelsOf({ userId: user.id, kind, appId }) };
  });
}

async function mail(tx: Transaction, ctx: Context, notifications: readonly WithChannels[]): Promise<void> {
  // An address that is not verified may be someone else's.
  const mailed = notifications.filter(({ user, channels }) => channels.mail && user.emailVerifiedAt !== null);
  await mailNotices(
    tx,
    ctx,
    mailed.map((notification) => {
      const { user, kind, title, detail, path, eventKey, reason } = notification;
      return {
        userId: user.id,
        to: user.email,
        ...{ kind, title, detail, path },
        eventKey: `${eventKey} ${user.id}`,
        message: noticeMessage(notification, reason),
        thread: notification.mail?.thread?.id,
      };
    }),
  );
}

async function addressNotices(tx: Transaction, drafts: readonly NoticeDraft[]): Promise<Notification[]> {
  const forMembers = drafts.filter(({ isForSuperAdmins }) => !isForSuperAdmins);
  const forSuperAdmins = drafts
    .filter(({ isForSuperAdmins }) => isForSuperAdmins)
    .map(({ event, ...text }) => ({ ...text, eventKey: event.id }));
  return [...(await addressToMembers(tx, forMembers)), ...(await addressToSuperAdmins(tx, forSuperAdmins))];
}

const USER = { id: users.id, email: users.email, emailVerifiedAt: users.emailVerifiedAt };

async function addressToSuperAdmins(
  tx: Transaction,
  texts: readonly (NoticeText & { eventKey: string })[],
): Promise<Notification[]> {
  if (texts.length === 0) return [];
  const superAdmins = await tx
    .select(USER)
    .from(users)
    .where(and(eq(users.platformRole, "SUPER_ADMIN"), isNull(users.disabledAt)));
  const reason = "you are a Super Admin";
  return texts.flatMap((text) =>
    superAdmins.map((user) => ({ ...text, user, reason, tenantId: null, eventId: null })),
  );
}

/** Notices for the members whom they concern. */
async function addressToMembers(tx: Transaction, drafts: readonly NoticeDraft[]): Promise<Notification[]> {
  if (drafts.length === 0) return [];
  const tenantIds = new Set(drafts.flatMap(({ event }) => event.tenantId ?? []));
  const members = await tx
    .select({
      tenant: { id: tenants.id, slug: tenants.slug, name: tenants.name },
      user: USER,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(and(inArray(memberships.tenantId, [...tenantIds]), isNull(users.disabledAt)));
  return drafts.flatMap(({ event, author, ...notice }) => {
    const userId = author?.userId ?? null;
    return members
      .filter(
        ({ tenant, role }) => tenant.id === event.tenantId && RECIPIENTS[notice.kind].roles.includes(role),
      )
      .filter(({ user }) => userId === null || user.id === userId)
      .map(({ tenant, user, role }) => ({
        ...notice,
        user,
        path: `/builder/${tenant.slug}${notice.path}`,
        reason:
          author && userId
            ? `${author.reason} in ${tenant.name}`
            : `you are ${ROLE_LABELS[role].article} of ${tenant.name}`,
        eventKey: event.id,
        eventId: event.id,
        tenantId: tenant.id,
      }));
  });
}
