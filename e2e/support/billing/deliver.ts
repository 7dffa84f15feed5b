import { eq } from "drizzle-orm";
import { Logger, runOnce } from "graphile-worker";
import { billingEvents } from "@/db/schema/index.ts";
import { database } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { TASKS } from "@/server/jobs.ts";
import { toTaskList } from "@/server/queue/runner.ts";
import { getRouteHandlers } from "@/server/rest.ts";
import { type StripeEvent, signStripe } from "./stripe-events.ts";

/** Delivers an event to the webhook's handler. */
export async function deliverStripe({ body }: StripeEvent, header = signStripe(body)): Promise<Response> {
  return getRouteHandlers("/api/billing/webhook").POST(
    new Request("http://drydock.test/api/billing/webhook", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Stripe-Signature": header },
      body,
    }),
  );
}

/** Delivers a PayPal event to the webhook's handler. */
export const deliverPayPal = (
  body: string | Uint8Array,
  headers: Record<string, string>,
): Promise<Response> =>
  getRouteHandlers("/api/billing/webhook/paypal").POST(
    new Request("http://drydock.test/api/billing/webhook/paypal", {
      method: "POST",
      headers,
      body: Buffer.from(body),
    }),
  );

/** Runs all due jobs, and the jobs that they queue. */
export async function runJobs(): Promise<void> {
  await runOnce({
    connectionString: env().DATABASE_URL ?? "",
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: toTaskList(TASKS),
  });
}

/** Delivers an event and runs its job. */
export async function deliverAndProcess(event: StripeEvent): Promise<typeof billingEvents.$inferSelect> {
  const response = await deliverStripe(event);
  if (response.status !== 200) throw new Error(await response.text());
  await runJobs();
  return findEvent(event.id);
}

export async function findEvent(eventId: string): Promise<typeof billingEvents.$inferSelect> {
  const [event] = await database()
    .systemDb.orm.select()
    .from(billingEvents)
    .where(eq(billingEvents.eventId, eventId));
  if (!event) throw new Error(`no event ${eventId}`);
  return event;
}
