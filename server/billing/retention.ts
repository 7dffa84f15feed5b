import { and, asc, eq, isNull, lt, notInArray } from "drizzle-orm";
import { billingEvents } from "@/db/schema/index.ts";
import type { Context } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";
import { mutate, read } from "../platform/mutate.ts";
import { redactPayload } from "./redact.ts";

const DAY_MS = 86_400_000;
/** So many in one transaction; the job goes on until none is left. */
const AT_ONCE = 100;

/**
 * Takes card and personal data out of the payloads that are older than `BILLING_RETENTION_DAYS`. What still waits for
 * something, or for a person, keeps its payload until it is settled.
 */
export async function redactEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - env().BILLING_RETENTION_DAYS * DAY_MS);
  for (;;) {
    const due = await read(ctx, (tx) =>
      tx
        .select({ id: billingEvents.id })
        .from(billingEvents)
        .where(
          and(
            isNull(billingEvents.redactedAt),
            lt(billingEvents.receivedAt, before),
            notInArray(billingEvents.state, ["RECEIVED", "WAITING", "FAILED"]),
          ),
        )
        .orderBy(asc(billingEvents.receivedAt))
        .limit(AT_ONCE),
    );
    if (due.length === 0) return;
    for (const { id } of due) await redactEvent(ctx, id);
    if (due.length < AT_ONCE) return;
  }
}

async function redactEvent(ctx: Context, id: string): Promise<void> {
  await mutate(ctx, "billing_event.redact", async (tx) => {
    const events = await tx.select().from(billingEvents).where(eq(billingEvents.id, id)).for("update");
    const [event] = events;
    const redactedAt = ctx.now();
    await tx
      .update(billingEvents)
      .set({ payload: redactPayload(event?.payload ?? "null"), redactedAt })
      .where(eq(billingEvents.id, id));
    return {
      result: undefined,
      audit: {
        type: "billing_event",
        id,
        tenantId: event?.tenantId ?? null,
        after: { redactedAt: redactedAt.toISOString() },
      },
    };
  });
}
