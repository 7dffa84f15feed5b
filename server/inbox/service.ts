import { and, desc, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, mutedNotices, notices } from "@/db/schema/index.ts";
import type { NoticeKind } from "@/db/schema/vocabulary.ts";
import { requireUser } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { mutate, read, withTransaction } from "../platform/mutate.ts";
import type { MarkRead, MuteNotices } from "./input.ts";
import { noticeKindsOf } from "./policy.ts";

const MAX_NOTICES = 50;

/** Inbox of the signed-in user: the newest notices and the count of all unread ones. */
export async function getInbox(ctx: Context): Promise<Inbox> {
  const userId = requireUser(ctx);
  return read(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(notices)
      .where(eq(notices.userId, userId))
      .orderBy(desc(notices.createdAt), desc(notices.id))
      .limit(MAX_NOTICES);
    return {
      notices: rows.map(({ id, kind, title, detail, path, createdAt, readAt }) => ({
        id,
        kind,
        title,
        detail,
        path,
        createdAt: createdAt.toISOString(),
        readAt: readAt?.toISOString() ?? null,
      })),
      unread: await tx.$count(notices, and(eq(notices.userId, userId), isNull(notices.readAt))),
    };
  });
}

/** Unread notices of the signed-in user. */
export async function countUnread(ctx: Context): Promise<number> {
  const userId = requireUser(ctx);
  return read(ctx, (tx) => tx.$count(notices, and(eq(notices.userId, userId), isNull(notices.readAt))));
}

/** Marks notices of the signed-in user as read, all without `noticeId`. Not audited. */
export async function markRead(ctx: Context, { noticeId }: MarkRead): Promise<void> {
  const userId = requireUser(ctx);
  await withTransaction(ctx, ({ open: { tx } }) =>
    tx
      .update(notices)
      .set({ readAt: ctx.now() })
      .where(
        and(
          eq(notices.userId, userId),
          isNull(notices.readAt),
          noticeId === undefined ? undefined : eq(notices.id, noticeId),
        ),
      ),
  );
}

/** Kinds of notices that the signed-in user can get, with those that they muted. */
export async function listPreferences(ctx: Context): Promise<NoticePreference[]> {
  const userId = requireUser(ctx);
  return read(ctx, async (tx) => {
    const rows = await tx
      .selectDistinct({ role: memberships.role })
      .from(memberships)
      .where(eq(memberships.userId, userId));
    const roles = rows.map(({ role }) => role);
    const isSuperAdmin = ctx.actor.kind === "user" && ctx.actor.isSuperAdmin;
    const muted = await listMuted(tx, userId);
    return noticeKindsOf({ roles, isSuperAdmin }).map((kind) => ({ kind, isMuted: muted.includes(kind) }));
  });
}

/** Mutes or unmutes a kind of notices for the signed-in user. */
export async function muteNotices(ctx: Context, { kind, isMuted }: MuteNotices): Promise<void> {
  const userId = requireUser(ctx);
  await mutate(ctx, "user.mute_notices", async (tx) => {
    const before = await listMuted(tx, userId);
    if (isMuted) await tx.insert(mutedNotices).values({ userId, kind }).onConflictDoNothing();
    else
      await tx.delete(mutedNotices).where(and(eq(mutedNotices.userId, userId), eq(mutedNotices.kind, kind)));
    const after = await listMuted(tx, userId);
    return {
      result: undefined,
      audit: { type: "user", id: userId, tenantId: null, before: { muted: before }, after: { muted: after } },
    };
  });
}

async function listMuted(tx: Transaction, userId: string): Promise<NoticeKind[]> {
  const rows = await tx
    .select({ kind: mutedNotices.kind })
    .from(mutedNotices)
    .where(eq(mutedNotices.userId, userId))
    .orderBy(mutedNotices.kind);
  return rows.map(({ kind }) => kind);
}

export interface NoticePreference {
  kind: NoticeKind;
  isMuted: boolean;
}

/** In-app notice; `path` links to its subject. */
export interface NoticeView {
  id: string;
  kind: NoticeKind;
  title: string;
  detail: string | null;
  path: string;
  createdAt: string;
  readAt: string | null;
}

export interface Inbox {
  notices: NoticeView[];
  unread: number;
}
