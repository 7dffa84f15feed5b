import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, mutedNotices, notices, users } from "@/db/schema/index.ts";
import type { NoticeKind, TenantRole } from "@/db/schema/vocabulary.ts";
import type { Context } from "../platform/context.ts";
import { createModeratorNotices, createNotices } from "./create-notices.ts";

/** Something worth telling people, before it is known who they are. */
export interface NoticeDraft {
  kind: NoticeKind;
  title: string;
  detail: string | null;
  path: string;
  tenantId: string;
  eventId: string;
  /** The person whom it concerns; where there is none, the members with these roles. */
  userId: string | null;
  roles: readonly TenantRole[];
}

/** An event as far as people may be told of it. */
export interface NoticeEvent {
  id: string;
  type: string;
  tenantId: string | null;
  subjectId: string;
  data: unknown;
}

type NewNotice = typeof notices.$inferInsert;

/** Tells the people whom the events concern, unless they do not want to know, in the caller's transaction. */
export async function notifyMembers(
  tx: Transaction,
  ctx: Context,
  events: readonly NoticeEvent[],
): Promise<void> {
  for (const notice of createModeratorNotices(events)) await notifySuperAdmins(tx, ctx, notice);
  const news = await createNotices(tx, events);
  if (news.length === 0) return;
  const members = await listMembers(tx, [...new Set(news.map(({ tenantId }) => tenantId))]);
  const told = news.flatMap(({ userId, roles, ...notice }) =>
    members
      .filter(({ tenantId }) => tenantId === notice.tenantId)
      .filter((member) => (userId ? member.userId === userId : roles.includes(member.role)))
      .map((member) => newNotice(ctx, { ...notice, userId: member.userId })),
  );
  await keep(tx, told);
}

/** Tells every Super Admin who wants to know. */
export async function notifySuperAdmins(
  tx: Transaction,
  ctx: Context,
  notice: { kind: NoticeKind; title: string; detail: string; path: string },
): Promise<void> {
  const admins = await tx
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.platformRole, "SUPER_ADMIN"), isNull(users.disabledAt)));
  await keep(
    tx,
    admins.map(({ userId }) => newNotice(ctx, { ...notice, userId })),
  );
}

const newNotice = (ctx: Context, notice: Omit<NewNotice, "id" | "createdAt">): NewNotice => ({
  ...notice,
  id: ctx.newId(),
  createdAt: ctx.now(),
});

async function keep(tx: Transaction, told: readonly NewNotice[]): Promise<void> {
  if (told.length === 0) return;
  const userIds = [...new Set(told.map(({ userId }) => userId))];
  const muted = await tx.select().from(mutedNotices).where(inArray(mutedNotices.userId, userIds));
  const wanted = told.filter(
    ({ userId, kind }) => !muted.some((mute) => mute.userId === userId && mute.kind === kind),
  );
  if (wanted.length > 0) await tx.insert(notices).values(wanted).onConflictDoNothing();
}

function listMembers(tx: Transaction, tenantIds: string[]) {
  return tx
    .select({ tenantId: memberships.tenantId, userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inArray(memberships.tenantId, tenantIds), isNull(users.disabledAt)));
}
