import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { auditLog, billingEvents, payments, subscriptions } from "@/db/schema/index.ts";
import { deliverAndProcess, deliverStripe, findEvent, runJobs } from "@/e2e/support/billing/deliver.ts";
import { STRIPE_SECRETS, stripeEvent } from "@/e2e/support/billing/stripe-events.ts";
import { invoice, stripeId, subscription } from "@/e2e/support/billing/stripe-objects.ts";
import { NIL_ID, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { dryRunEvent, ignoreEvent, reprocessEvent } from "./administer.ts";
import { ListBillingEvents, ListPayments } from "./input.ts";
import { countUnresolvedEvents, getEvent, listEvents } from "./list-events.ts";
import { failWaitingEvent } from "./process.ts";
import { getBilling, listPayments } from "./tenant-billing.ts";

setUpPlatform();
beforeAll(() => void completeEnv({ STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join() }));

const orm = () => database().systemDb.orm;
const orphan = () => stripeEvent("invoice.paid", invoice("current", { id: stripeId("in") }));

describe("an event that names no tenant", () => {
  it("waits, and fails after a day", async () => {
    const stored = await deliverAndProcess(orphan());
    expect(stored).toMatchObject({ state: "WAITING", tenantId: null });
    await failWaitingEvent(await signInAdmin(), stored.id);
    expect(await findEvent(stored.eventId)).toMatchObject({
      state: "FAILED",
      error: expect.stringContaining("day"),
    });
  });

  it("is tried in a dry run and assigned to a tenant, each audited once", async () => {
    const admin = await signInAdmin();
    const tenant = await createTenant(orm());
    const event = await deliverAndProcess(orphan());
    const rehearsed = await dryRunEvent(admin, { eventId: event.id, tenant: tenant.slug });
    expect(rehearsed).toMatchObject({
      state: "APPLIED",
      changes: [{ table: "payments", before: null, after: { status: "SUCCEEDED", amountMinor: "7900" } }],
    });
    expect(await orm().select().from(payments).where(eq(payments.tenantId, tenant.id))).toEqual([]);
    expect(await findEvent(event.eventId)).toEqual(event);
    await reprocessEvent(admin, { eventId: event.id, tenant: tenant.slug });
    await runJobs();
    expect(await findEvent(event.eventId)).toMatchObject({ state: "APPLIED", tenantId: tenant.id });
    expect(await orm().select().from(payments).where(eq(payments.tenantId, tenant.id))).toHaveLength(1);
    const audit = await orm()
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, event.id))
      .orderBy(auditLog.at);
    expect(audit.map(({ action, actorKind }) => `${actorKind} ${action}`)).toEqual([
      "provider billing_event.receive",
      "system billing_event.process",
      "user billing_event.process_again",
      "system billing_event.process",
    ]);
  });

  it("is ignored with a reason", async () => {
    const admin = await signInAdmin();
    const event = await deliverAndProcess(orphan());
    await ignoreEvent(admin, { eventId: event.id, reason: "A test of the provider." });
    await runJobs();
    expect(await findEvent(event.eventId)).toMatchObject({
      state: "IGNORED",
      error: `Ignored by ${admin.actor.name}: A test of the provider.`,
    });
    await expect(ignoreEvent(admin, { eventId: event.id, reason: "Again." })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });
});

it("an event that names an unknown tenant fails with that reason", async () => {
  const object = subscription("current", {
    id: stripeId("sub"),
    tenantId: "01900000-0000-7000-8000-00000000ffff",
  });
  expect(await deliverAndProcess(stripeEvent("customer.subscription.created", object))).toMatchObject({
    state: "FAILED",
    error: "Workspace 01900000-0000-7000-8000-00000000ffff does not exist.",
  });
});

it("reprocessing an applied event changes nothing", async () => {
  const admin = await signInAdmin();
  const tenant = await createTenant(orm());
  const object = subscription("older", { id: stripeId("sub"), tenantId: tenant.id });
  const event = await deliverAndProcess(stripeEvent("customer.subscription.created", object));
  const before = await orm().select().from(subscriptions).where(eq(subscriptions.tenantId, tenant.id));
  expect((await dryRunEvent(admin, { eventId: event.id })).changes).toEqual([]);
  await reprocessEvent(admin, { eventId: event.id });
  await runJobs();
  expect(await orm().select().from(subscriptions).where(eq(subscriptions.tenantId, tenant.id))).toEqual(
    before,
  );
});

describe("the list of events", () => {
  it("pages by arrival, filters, and shows the timeline of a subscription", async () => {
    const admin = await signInAdmin();
    const tenant = await createTenant(orm());
    const id = stripeId("sub");
    const created = 1_790_000_000;
    const events = [
      stripeEvent("customer.subscription.updated", subscription("current", { id, tenantId: tenant.id }), {
        created: created + 5,
      }),
      stripeEvent("customer.subscription.created", subscription("current", { id, tenantId: tenant.id }), {
        created,
      }),
      stripeEvent("invoice.paid", invoice("current", { id: stripeId("in"), subscriptionId: id }), {
        created: created + 2,
      }),
    ];
    for (const event of events) await deliverAndProcess(event);
    await deliverStripe(events[0] ?? orphan());
    const { id: eventId } = await findEvent(events[1]?.id ?? "");
    const { timeline, payload, headers } = await getEvent(admin, eventId);
    expect(timeline.map(({ type, state, duplicates }) => [type, state, duplicates])).toEqual([
      ["customer.subscription.created", "STALE", 0],
      ["invoice.paid", "APPLIED", 0],
      ["customer.subscription.updated", "APPLIED", 1],
    ]);
    expect(payload).toBe(events[1]?.body);
    expect(Object.keys(headers)).toEqual(["content-type"]);
    const first = await listEvents(admin, ListBillingEvents.parse({ limit: 1 }));
    const second = await listEvents(
      admin,
      ListBillingEvents.parse({ limit: 1, cursor: first.nextCursor ?? undefined }),
    );
    expect([first, second].map(({ events: [event] }) => event?.eventId)).toEqual([
      events[2]?.id,
      events[1]?.id,
    ]);
    const stale = await listEvents(
      admin,
      ListBillingEvents.parse({ state: ["STALE"], provider: ["STRIPE"] }),
    );
    expect(new Set(stale.events.map(({ state }) => state))).toEqual(new Set(["STALE"]));
    expect(await countUnresolvedEvents(admin)).toMatchObject({ FAILED: expect.any(Number) });
  });

  it("is for Super Admins only", async () => {
    const member = await signInMember("OWNER");
    const [event] = await orm().select({ id: billingEvents.id }).from(billingEvents).limit(1);
    const eventId = event?.id ?? "";
    for (const attempt of [
      () => listEvents(member, ListBillingEvents.parse({})),
      () => getEvent(member, eventId),
      () => countUnresolvedEvents(member),
      () => reprocessEvent(member, { eventId }),
      () => dryRunEvent(member, { eventId }),
      () => ignoreEvent(member, { eventId, reason: "Mine." }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
  });

  it("reports unknown event ids and tenant slugs", async () => {
    const admin = await signInAdmin();
    await expect(getEvent(admin, NIL_ID)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(reprocessEvent(admin, { eventId: admin.newId() })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const event = await deliverAndProcess(orphan());
    await expect(reprocessEvent(admin, { eventId: event.id, tenant: "nobody" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      problems: [{ path: "tenant" }],
    });
  });
});

describe("a tenant's billing", () => {
  it("shows only the tenant's own plan and payments", async () => {
    const [ctx, other] = [await signInMember("VIEWER"), await signInMember()];
    const id = stripeId("sub");
    await deliverAndProcess(
      stripeEvent(
        "customer.subscription.updated",
        subscription("current", { id, tenantId: ctx.tenant.id, status: "past_due" }),
      ),
    );
    for (const [amount, currency] of [
      [7_900, "eur"],
      [8_400, "jpy"],
      [1_250, "kwd"],
      [100, "eur"],
    ] as const) {
      await deliverAndProcess(
        stripeEvent(
          "invoice.paid",
          invoice("current", { id: stripeId("in"), subscriptionId: id, amount, currency }),
        ),
      );
    }
    const billing = await getBilling(ctx);
    expect(billing).toMatchObject({
      subscriptions: [{ plan: "Team", status: "PAST_DUE", amount: "€79.00" }],
    });
    expect(billing.paid.map((text) => text.replaceAll(/\s/g, " "))).toEqual([
      "€80.00",
      "¥8,400",
      "KWD 1.250",
    ]);
    const page = await listPayments(ctx, ListPayments.parse({ limit: 3 }));
    expect(page.payments).toHaveLength(3);
    const rest = await listPayments(ctx, ListPayments.parse({ cursor: page.nextCursor ?? undefined }));
    expect(rest.payments).toHaveLength(1);
    expect(await getBilling(other)).toEqual({ subscriptions: [], paid: [], purchases: [] });
    expect((await listPayments(other, ListPayments.parse({}))).payments).toEqual([]);
  });
});
