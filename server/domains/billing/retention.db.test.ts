import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { billingEvents } from "@/db/schema/index.ts";
import { deliverAndProcess, findEvent } from "@/e2e/support/billing/deliver.ts";
import { STRIPE_SECRETS, stripeEvent } from "@/e2e/support/billing/stripe-events.ts";
import { paymentIntent, stripeId } from "@/e2e/support/billing/stripe-objects.ts";
import { setUpPlatform, signInAdmin } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { reprocessEvent } from "./administer.ts";
import { redactEvents } from "./retention.ts";

setUpPlatform();
beforeAll(
  () => void completeEnv({ STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join(), BILLING_RETENTION_DAYS: "30" }),
);

const DAY_MS = 86_400_000;

const personal = {
  receipt_email: "ann@example.com",
  shipping: { name: "Ann Example", address: { line1: "1 Example Street" } },
  payment_method_details: { card: { last4: "4242" } },
  deep: [{ billing_details: { email: "ann@example.com" } }],
};

it("redacts card and personal data of resolved events after the retention period", async () => {
  const { id: tenantId } = await createTenant(database().systemDb.orm);
  const intent = { ...paymentIntent("current", { id: stripeId("pi"), tenantId }), ...personal };
  const event = await deliverAndProcess(stripeEvent("payment_intent.succeeded", intent));
  const orphan = { ...paymentIntent("current", { id: stripeId("pi") }), ...personal };
  const waiting = await deliverAndProcess(stripeEvent("payment_intent.succeeded", orphan));
  await redactEvents(systemContext("test"));
  expect((await findEvent(event.eventId)).payload).toContain("ann@example.com");
  await database()
    .systemDb.orm.update(billingEvents)
    .set({ receivedAt: new Date(Date.now() - 31 * DAY_MS) });
  await redactEvents(systemContext("test"));
  const redacted = await findEvent(event.eventId);
  expect(redacted.redactedAt).toEqual(expect.any(Date));
  // Whole words: an id or a time may contain the same characters.
  expect(redacted.payload).not.toMatch(/\b(ann|4242|example)\b/i);
  expect(JSON.parse(redacted.payload).data.object).toMatchObject({ amount: 4_900, currency: "eur" });
  expect(await findEvent(waiting.eventId)).toMatchObject({ redactedAt: null, payload: waiting.payload });
  const admin = await signInAdmin();
  await expect(reprocessEvent(admin, { eventId: event.id })).rejects.toMatchObject({
    code: "INVALID_TRANSITION",
  });
  await redactEvents(systemContext("test"));
  expect(
    await database().systemDb.orm.select().from(billingEvents).where(eq(billingEvents.id, event.id)),
  ).toEqual([redacted]);
});
