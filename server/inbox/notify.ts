import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, mutedNotices, notices, users } from "@/db/schema/index.ts";
import type { NoticeKind, TenantRole } from "@/db/schema/vocabulary.ts";
import type { Context } from "../platform/context.ts";
import { createModeratorNotices, createNotices } from "./create-notices.ts";
import {
  createHeldRolloutNotices,
  createInstallationNotices,
  createRolloutNotices,
} from "./installation-notices.ts";

/** Notice before its recipients are known. */
export interface NoticeDraft {
  kind: NoticeKind;
  title: string;
  detail: string | null;
  path: string;
  tenantId: string;
  eventId: string;
  /** Recipient, if they have one of the `roles`; null for all members with one. */
  userId: string | null;
  roles: readonly TenantRole[];
}

/** Domain event, as far as notices need it. */
export interface NoticeEvent {
  id: string;
  type: string;
  tenantId: string | null;
  subjectId: string;
  data: unknown;
}

type NewNotice = typeof notices.$inferInsert;

/** Creates notices of events for members and Super Admins who have not muted them, in the caller's transaction. */
export async function notifyMembers(
  tx: Transaction,
  ctx: Context,
  events: readonly NoticeEvent[],
): Promise<void> {
  for (const notice of [...createModeratorNotices(events), ...(await createHeldRolloutNotices(tx, events))]) {
    await notifySuperAdmins(tx, ctx, notice);
  }
  const drafts = [
    ...(await createNotices(tx, events)),
    ...(await createInstallationNotices(tx, events)),
    ...(await createRolloutNotices(tx, events)),
  ];
  if (drafts.length === 0) return;
  const members = await listMembers(tx, [...new Set(drafts.map(({ tenantId }) => tenantId))]);
  const created = drafts.flatMap(({ userId, roles, ...notice }) =>
    members
      .filter(({ tenantId }) => tenantId === notice.tenantId)
      .filter((member) => (userId === null || member.userId === userId) && roles.includes(member.role))
      .map((member) => createNotice(ctx, { ...notice, userId: member.userId })),
  );
  await insertUnmuted(tx, created);
}

/** Creates a notice for each Super Admin who has not muted its kind. */
export async function notifySuperAdmins(
  tx: Transaction,
  ctx: Context,
  notice: { kind: NoticeKind; title: string; detail: string; path: string },
): Promise<void> {
  const admins = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.platformRole, "SUPER_ADMIN"), isNull(users.disabledAt)));
  await insertUnmuted(
    tx,
    admins.map(({ userId }) => createNotice(ctx, { ...notice, userId })),
  );
}

const createNotice = (ctx: Context, notice: Omit<NewNotice, "id" | "createdAt">): NewNotice => ({
  ...notice,
  id: ctx.newId(),
  createdAt: ctx.now(),
});

async function insertUnmuted(tx: Transaction, created: readonly NewNotice[]): Promise<void> {
  if (created.length === 0) return;
  const userIds = [...new Set(created.map(({ userId }) => userId))];
  const muted = await tx.select().from(mutedNotices).where(inArray(mutedNotices.userId, userIds));
  const unmuted = created.filter(
    ({ userId, kind }) => !muted.some((mute) => mute.userId === userId && mute.kind === kind),
  );
  if (unmuted.length > 0) await tx.insert(notices).values(unmuted).onConflictDoNothing();
}

function listMembers(tx: Transaction, tenantIds: string[]) {
  return tx
    .select({ tenantId: memberships.tenantId, userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inArray(memberships.tenantId, tenantIds), isNull(users.disabledAt)));
}
