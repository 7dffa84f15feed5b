import { and, eq, isNull, lt, notExists, sql } from "drizzle-orm";
import { builds, domainEvents } from "@/db/schema/index.ts";
import { buildStalled } from "../builds/events.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Context } from "../platform/context.ts";
import { withTransaction } from "../platform/mutate.ts";

/** Records that a build's lease ran out, once for each time that it does, however many processes see it. */
export async function recordStall(ctx: Context, buildId: string): Promise<void> {
  await withTransaction(ctx, async ({ open: { tx } }) => {
    const known = tx
      .select({ id: domainEvents.id })
      .from(domainEvents)
      .where(
        and(
          eq(domainEvents.subjectId, builds.id),
          eq(domainEvents.type, "build.stalled"),
          sql`${domainEvents.occurredAt} >= ${builds.leaseUntil}`,
        ),
      );
    const [build] = await tx
      .select()
      .from(builds)
      .where(
        and(
          eq(builds.id, buildId),
          isNull(builds.finishedAt),
          lt(builds.leaseUntil, ctx.now()),
          notExists(known),
        ),
      )
      .for("update", { skipLocked: true });
    if (build) await recordEvent(tx, ctx, buildStalled(build));
  });
}
