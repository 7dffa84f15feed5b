import { and, desc, eq, isNull } from "drizzle-orm";
import { mutedNotices, notices } from "@/db/schema/index.ts";
import type { NoticeKind } from "@/db/schema/vocabulary.ts";
import { requireUser } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { mutate, read, withTransaction } from "../platform/mutate.ts";
import type { MarkRead, MuteNotices } from "./input.ts";

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

/** Notice kinds that the signed-in user has muted. */
export async function listMuted(ctx: Context): Promise<NoticeKind[]> {
  const userId = requireUser(ctx);
  const rows = await read(ctx, (tx) =>
    tx.select({ kind: mutedNotices.kind }).from(mutedNotices).where(eq(mutedNotices.userId, userId)),
  );
  return rows.map(({ kind }) => kind);
}

/** Replaces the notice kinds that the signed-in user has muted. */
export async function muteNotices(ctx: Context, { muted }: MuteNotices): Promise<void> {
  const userId = requireUser(ctx);
  const before = await listMuted(ctx);
  await mutate(ctx, "user.mute_notices", async (tx) => {
    await tx.delete(mutedNotices).where(eq(mutedNotices.userId, userId));
    if (muted.length > 0) await tx.insert(mutedNotices).values(muted.map((kind) => ({ userId, kind })));
    return {
      result: undefined,
      audit: { type: "user", id: userId, tenantId: null, before: { muted: before }, after: { muted } },
    };
  });
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
