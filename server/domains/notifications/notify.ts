import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, notices, tenants, users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { ROLE_LABELS } from "@/shared/labels.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import { createModeratorNotices, createNotices } from "./create-notices.ts";
import type { AdminNotice, NoticeDraft, NoticeEvent } from "./drafts.ts";
import {
  createHeldRolloutNotices,
  createInstallationNotices,
  createRolloutNotices,
} from "./installation-notices.ts";
import { toMailMessage } from "./mail-content.ts";
import { mailNotices } from "./mail-notices.ts";
import type { NoticeChannels } from "./policy.ts";
import { loadPreferences } from "./preferences.ts";

/** Notifies members and Super Admins of events, as they prefer, in the caller's transaction. */
export async function notifyMembers(
  tx: Transaction,
  ctx: Context,
  events: readonly NoticeEvent[],
): Promise<void> {
  await notify(tx, ctx, await listNotifications(tx, events));
}

/** Notifies each Super Admin, as they prefer. */
export async function notifySuperAdmins(tx: Transaction, ctx: Context, notice: AdminNotice): Promise<void> {
  await notify(tx, ctx, addressTo(await listSuperAdmins(tx), [notice]));
}

/** Mails members and Super Admins what they would get about events, without the bell. For demo data. */
export async function mailMembers(
  tx: Transaction,
  ctx: Context,
  events: readonly NoticeEvent[],
): Promise<void> {
  const notifications = await listNotifications(tx, events);
  const wanted = await findChannels(tx, notifications);
  await mail(tx, ctx, wanted);
}

/** Notifications about events, for all users who want them. */
async function listNotifications(tx: Transaction, events: readonly NoticeEvent[]): Promise<Notification[]> {
  const drafts = [
    ...(await createNotices(tx, events)),
    ...(await createInstallationNotices(tx, events)),
    ...(await createRolloutNotices(tx, events)),
  ];
  const ofAdmins = [...createModeratorNotices(events), ...(await createHeldRolloutNotices(tx, events))];
  return [
    ...(drafts.length === 0 ? [] : await addressToMembers(tx, drafts)),
    ...(ofAdmins.length === 0 ? [] : addressTo(await listSuperAdmins(tx), ofAdmins)),
  ];
}

/** Notice for one user. */
interface Notification extends AdminNotice {
  user: { id: string; email: string; emailVerifiedAt: Date | null };
  /** Reason for which the user gets it: "You get this email because …". */
  reason: string;
  tenantId: string | null;
  eventId: string | null;
  appId?: string;
}

async function notify(tx: Transaction, ctx: Context, notifications: readonly Notification[]): Promise<void> {
  const wanted = await findChannels(tx, notifications);
  const inBell = wanted.filter(({ channels }) => channels.bell);
  if (inBell.length > 0) {
    const rows = inBell.map(({ notification: { user, kind, title, detail, path, tenantId, eventId } }) => ({
      id: ctx.newId(),
      createdAt: ctx.now(),
      userId: user.id,
      ...{ kind, title, detail, path, tenantId, eventId },
    }));
    await tx.insert(notices).values(rows).onConflictDoNothing();
  }
  await mail(tx, ctx, wanted);
}

interface Wanted {
  notification: Notification;
  channels: NoticeChannels;
}

/** Channels in which each notification is wanted. */
async function findChannels(tx: Transaction, notifications: readonly Notification[]): Promise<Wanted[]> {
  if (notifications.length === 0) return [];
  const preferences = await loadPreferences(tx, [...new Set(notifications.map(({ user }) => user.id))]);
  return notifications.map((notification) => {
    const { user, kind, appId = null } = notification;
    return { notification, channels: preferences.channelsOf({ userId: user.id, kind, appId }) };
  });
}

async function mail(tx: Transaction, ctx: Context, wanted: readonly Wanted[]): Promise<void> {
  // An address that is not verified may be someone else's.
  const mailed = wanted.filter(
    ({ notification: { user }, channels }) => channels.mail && user.emailVerifiedAt !== null,
  );
  await mailNotices(
    tx,
    ctx,
    mailed.map(({ notification }) => ({
      userId: notification.user.id,
      to: notification.user.email,
      kind: notification.kind,
      title: notification.title,
      detail: notification.detail,
      path: notification.path,
      eventKey: `${notification.eventKey} ${notification.user.id}`,
      message: toMailMessage(notification, notification.reason),
    })),
  );
}

type User = Notification["user"];

const addressTo = (admins: readonly User[], ofAdmins: readonly AdminNotice[]): Notification[] =>
  ofAdmins.flatMap((notice) =>
    admins.map((user) => ({
      ...notice,
      user,
      reason: "you are a Super Admin",
      tenantId: null,
      eventId: null,
    })),
  );

function listSuperAdmins(tx: Transaction): Promise<User[]> {
  return tx
    .select({ id: users.id, email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.platformRole, "SUPER_ADMIN"), isNull(users.disabledAt)));
}

/** Notices for the members whom they concern. */
async function addressToMembers(tx: Transaction, drafts: readonly NoticeDraft[]): Promise<Notification[]> {
  const members = await listMembers(tx, [...new Set(drafts.map(({ tenantId }) => tenantId))]);
  return drafts.flatMap(({ userId, roles, ...notice }) =>
    members
      .filter(({ tenantId }) => tenantId === notice.tenantId)
      .filter(({ user, role }) => (userId === null || user.id === userId) && roles.includes(role))
      .map(({ user, role, tenantName }) => ({
        ...notice,
        user,
        eventKey: notice.eventId,
        reason:
          userId === null
            ? `you are ${ROLE_LABELS[role].article} of ${tenantName}`
            : `${OWN_WORK[notice.kind] ?? "it concerns your work"} in ${tenantName}`,
      })),
  );
}

/** Reasons for which a notice concerns one user. */
const OWN_WORK: Partial<Record<NoticeKind, string>> = {
  BUILD_FAILED: "you queued the build",
  BUILD_FIXED: "you queued this build or the failed one",
  LISTING_DECIDED: "you submitted the listing",
  LISTING_MESSAGE: "you submitted the listing",
  TOKEN_EXPIRING: "you created the token",
};

function listMembers(tx: Transaction, tenantIds: string[]) {
  return tx
    .select({
      tenantId: memberships.tenantId,
      tenantName: tenants.name,
      user: { id: users.id, email: users.email, emailVerifiedAt: users.emailVerifiedAt },
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(and(inArray(memberships.tenantId, tenantIds), isNull(users.disabledAt)));
}
