import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Reader } from "@/db/client.ts";
import { buildFailures, builds, failureNotices, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { MAX_BUILD_NOTE_LENGTH } from "@/shared/bounds.ts";
import { MAX_SIMILAR_BUILDS, SIMILAR_WINDOW_MS } from "@/shared/build-log/find-failure.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import { reference, singleLineText } from "@/shared/text/text.ts";
import { BuildKey } from "../input.ts";
import type { ActiveNotice, FailureNotice } from "./view.ts";

/**
 * Attaches a notice to the builds that failed like one of them, from a day ago on. They show it until it is ended. For
 * Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` if they have a notice, or the build has no reason
 */
export async function addNotice(ctx: Context, { buildId, text }: AddNotice): Promise<FailureNotice> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "failure_notice.create", async (tx) => {
    const [failed] = await tx.select().from(buildFailures).where(eq(buildFailures.buildId, buildId));
    if (!failed) throw notFound("failed build");
    const { fingerprint, finishedAt } = failed;
    if (fingerprint === null) {
      throw invalidTransition("This build has no failure reason.");
    }
    const now = admin.now();
    const since = new Date(Math.min(finishedAt.getTime(), now.getTime() - SIMILAR_WINDOW_MS));
    const notice = { id: admin.newId(), text, createdAt: now };
    await tx
      .insert(failureNotices)
      .values({ ...notice, fingerprint, buildId, since, createdBy: admin.actor.userId });
    return {
      result: { ...notice, createdAt: now.toISOString() },
      audit: { type: "failure_notice", id: notice.id, tenantId: null, after: { text, buildId, fingerprint } },
    };
  });
}

/**
 * Ends a notice, so that no build shows it. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` if it has ended
 */
export async function endNotice(ctx: Context, noticeId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "failure_notice.end", async (tx) => {
    const [notice] = await tx
      .select()
      .from(failureNotices)
      .where(eq(failureNotices.id, noticeId))
      .for("update");
    if (!notice) throw notFound("notice");
    if (notice.endedAt) throw invalidTransition("The notice has already ended.");
    await tx
      .update(failureNotices)
      .set({ endedAt: admin.now(), endedBy: admin.actor.userId })
      .where(eq(failureNotices.id, noticeId));
    const before = { text: notice.text };
    return { result: undefined, audit: { type: "failure_notice", id: noticeId, tenantId: null, before } };
  });
}

const MAX_ACTIVE_NOTICES = 100;

/** Active notices, newest first. For Super Admins. @throws AppError `PERMISSION_DENIED` */
export async function listActiveNotices(ctx: Context): Promise<ActiveNotice[]> {
  const admin = requireSuperAdmin(ctx);
  const rows = await read(admin, (tx) =>
    tx
      .select({
        id: failureNotices.id,
        text: failureNotices.text,
        createdAt: failureNotices.createdAt,
        buildId: failureNotices.buildId,
        summary: sql<string>`${builds.failure} ->> 'summary'`,
        createdBy: users.name,
        builds: sql<number>`(
          select count(*)::integer from (
            select from build_failures f
            where f.fingerprint = ${failureNotices.fingerprint} and f.finished_at >= ${failureNotices.since}
            limit ${MAX_SIMILAR_BUILDS}
          ) shown
        )`,
      })
      .from(failureNotices)
      .innerJoin(builds, eq(builds.id, failureNotices.buildId))
      .innerJoin(users, eq(users.id, failureNotices.createdBy))
      .where(isNull(failureNotices.endedAt))
      .orderBy(desc(failureNotices.createdAt), desc(failureNotices.id))
      .limit(MAX_ACTIVE_NOTICES),
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Active notice on the builds that failed for one reason, as a build that failed at an instant shows it. */
export async function findNotice(
  tx: Reader,
  fingerprint: string,
  failedAt: Date,
): Promise<FailureNotice | null> {
  const [notice] = await tx
    .select({ id: failureNotices.id, text: failureNotices.text, createdAt: failureNotices.createdAt })
    .from(failureNotices)
    .where(
      and(
        eq(failureNotices.fingerprint, fingerprint),
        isNull(failureNotices.endedAt),
        lte(failureNotices.since, failedAt),
      ),
    );
  return notice ? { ...notice, createdAt: notice.createdAt.toISOString() } : null;
}

/** Notice on the builds that failed like one of them. */
export const AddNotice = BuildKey.extend({ text: singleLineText(MAX_BUILD_NOTE_LENGTH) });
export type AddNotice = z.output<typeof AddNotice>;

export const NoticeKey = z.object({ noticeId: reference() });
