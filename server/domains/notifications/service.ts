import { and, desc, eq, isNull } from "drizzle-orm";
import { notices } from "@/db/schema/index.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read, withTransaction } from "@/server/core/transactions.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import type { MarkRead } from "./input.ts";

const MAX_NOTICES = 50;

/** Newest notices of the signed-in user, and the count of all unread ones. */
export async function getInbox(ctx: Context): Promise<NoticeList> {
  const userId = requireUser(ctx);
  return read(ctx, async (tx) => {
    const { id, kind, title, detail, path, createdAt, readAt } = notices;
    const rows = await tx
      .select({ id, kind, title, detail, path, createdAt, readAt })
      .from(notices)
      .where(eq(notices.userId, userId))
      .orderBy(desc(createdAt), desc(id))
      .limit(MAX_NOTICES);
    return {
      notices: rows.map((row) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        readAt: row.readAt?.toISOString() ?? null,
      })),
      unread: await tx.$count(notices, isUnreadBy(userId)),
    };
  });
}

export async function countUnread(ctx: Context): Promise<number> {
  const userId = requireUser(ctx);
  return read(ctx, (tx) => tx.$count(notices, isUnreadBy(userId)));
}

/** Marks notices of the signed-in user as read, all without `noticeId`. Not audited. */
export async function markRead(ctx: Context, { noticeId }: MarkRead): Promise<void> {
  const userId = requireUser(ctx);
  await withTransaction(ctx, ({ open: { tx } }) =>
    tx
      .update(notices)
      .set({ readAt: ctx.now() })
      .where(and(isUnreadBy(userId), noticeId === undefined ? undefined : eq(notices.id, noticeId))),
  );
}

const isUnreadBy = (userId: string) => and(eq(notices.userId, userId), isNull(notices.readAt));

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

export interface NoticeList {
  notices: NoticeView[];
  unread: number;
}
