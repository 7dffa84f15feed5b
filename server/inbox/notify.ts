import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, notices, tenants, users } from "@/db/schema/index.ts";
import type { Context } from "../platform/context.ts";
import { createModeratorNotices, createNotices } from "./create-notices.ts";
import type { AdminNotice, NoticeDraft, NoticeEvent } from "./drafts.ts";
import {
  createHeldRolloutNotices,
  createInstallationNotices,
  createRolloutNotices,
} from "./installation-notices.ts";
import { toMailMessage } from "./mail-content.ts";
import { mailNotices } from "./mail-notices.ts";
import { loadPreferences } from "./preferences.ts";

/** Notifies members and Super Admins of events, as they prefer, in the caller's transaction. */
export async function notifyMembers(
  tx: Transaction,
  ctx: Context,
  events: readonly NoticeEvent[],
): Promise<void> {
  const drafts = [
    ...(await createNotices(tx, events)),
    ...(await createInstallationNotices(tx, events)),
    ...(await createRolloutNotices(tx, events)),
  ];
  if (drafts.length > 0) await notify(tx, ctx, await addressToMembers(tx, drafts));
  for (const notice of [...createModeratorNotices(events), ...(await createHeldRolloutNotices(tx, events))]) {
    await notifySuperAdmins(tx, ctx, notice);
  }
}

/** Notifies each Super Admin, as they prefer. */
export async function notifySuperAdmins(tx: Transaction, ctx: Context, notice: AdminNotice): Promise<void> {
  const admins = await tx
    .select({ id: users.id, email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.platformRole, "SUPER_ADMIN"), isNull(users.disabledAt)));
  await notify(
    tx,
    ctx,
    admins.map((user) => ({
      ...notice,
      user,
      reason: "you are a Super Admin",
      tenantId: null,
      eventId: null,
    })),
  );
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
  if (notifications.length === 0) return;
  const preferences = await loadPreferences(tx, [...new Set(notifications.map(({ user }) => user.id))]);
  const wanted = notifications.map((notification) => {
    const { user, kind, appId = null } = notification;
    return { notification, channels: preferences.channelsOf({ userId: user.id, kind, appId }) };
  });
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
  // An address that is not verified may be somebody else's.
  const inMail = wanted.filter(
    ({ notification: { user }, channels }) => channels.mail && user.emailVerifiedAt !== null,
  );
  await mailNotices(
    tx,
    ctx,
    inMail.map(({ notification }) => ({
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
            ? `you are ${ROLES[role]} of ${tenantName}`
            : `it concerns your work in ${tenantName}`,
      })),
  );
}

const ROLES = { OWNER: "an owner", DEVELOPER: "a developer", VIEWER: "a viewer" } as const;

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
