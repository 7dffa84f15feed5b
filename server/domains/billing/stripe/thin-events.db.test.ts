import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { type billingEvents, payments, subscriptions } from "@/db/schema/index.ts";
import { deliverStripe, findEvent } from "@/e2e/support/billing/deliver.ts";
import { STRIPE_SECRETS } from "@/e2e/support/billing/stripe-events.ts";
import { invoice, stripeId, subscription } from "@/e2e/support/billing/stripe-objects.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { processEvent } from "../process.ts";

const SECRET_KEY = "sk_of_the_thin_event_tests";

setUpPlatform();
/** Objects of the fake Stripe by path; a number is a status. */
const objects = new Map<string, unknown>();
let requests: string[] = [];
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const object = objects.get(request.url ?? "") ?? 404;
    response.writeHead(typeof object === "number" ? object : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(object));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  completeEnv({
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join(),
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
beforeEach(() => {
  requests = [];
});
afterAll(() => void server.close());

const orm = () => database().systemDb.orm;
const newTenant = async () => (await createTenant(orm())).id;

async function deliver(type: string, related: unknown): Promise<string> {
  const id = stripeId("evt");
  const body = JSON.stringify({
    id,
    object: "v2.core.event",
    type,
    created: new Date().toISOString(),
    livemode: true,
    related_object: related,
  });
  const response = await deliverStripe({ id, body });
  if (response.status !== 200) throw new Error(await response.text());
  return id;
}

async function process(id: string): Promise<typeof billingEvents.$inferSelect> {
  await processEvent(systemContext("test"), (await findEvent(id)).id, false);
  return findEvent(id);
}

const send = async (type: string, related: unknown) => process(await deliver(type, related));

it("reads the object of a thin event back, and applies it", async () => {
  const tenantId = await newTenant();
  const [sub, inv] = [stripeId("sub"), stripeId("in")];
  objects.set(`/v1/subscriptions/${sub}`, subscription("current", { id: sub, tenantId }));
  objects.set(`/v1/invoices/${inv}`, invoice("current", { id: inv, subscriptionId: sub }));
  // Its own URL is never followed.
  const related = { id: sub, type: "subscription", url: "https://elsewhere.test/v1/subscriptions/other" };
  for (const type of ["v1.customer.subscription.updated", "v1.customer.subscription.item_price_changed"]) {
    expect(await send(type, related)).toMatchObject({ state: "APPLIED", error: null, tenantId });
  }
  expect(await send("v1.invoice.paid", { id: inv, type: "invoice" })).toMatchObject({ state: "APPLIED" });
  expect(requests[0]).toBe(`GET /v1/subscriptions/${sub} Bearer ${SECRET_KEY}`);
  const rows = await orm().select().from(subscriptions).where(eq(subscriptions.tenantId, tenantId));
  expect(rows).toMatchObject([{ providerSubscriptionId: sub, status: "ACTIVE", amountMinor: 7_900n }]);
  const paid = await orm().select().from(payments).where(eq(payments.tenantId, tenantId));
  expect(paid).toMatchObject([{ providerPaymentId: inv, subscriptionId: rows[0]?.id, amountMinor: 7_900n }]);
});

it.each<[string, unknown]>([
  ["names nothing", null],
  ["names a type that cannot be read back", { id: "acct_1", type: "account" }],
  ["names a path", { id: "../customers/cus_1", type: "invoice" }],
  ["holds NUL", { id: "in_\0", type: "invoice" }],
])("fails a thin event that %s, and asks nothing", async (_, related) => {
  const stored = await send("v1.invoice.paid", related);
  expect(stored).toMatchObject({ state: "FAILED", error: expect.stringContaining("snapshot payloads") });
  expect(requests).toEqual([]);
});

it("fails where Stripe knows no such object or answers with another", async () => {
  const other = stripeId("in");
  objects.set("/v1/invoices/in_asked", invoice("current", { id: other, tenantId: await newTenant() }));
  for (const [id, reason] of [
    ["in_gone", "has no object"],
    ["in_asked", "other than"],
  ]) {
    const stored = await send("v1.invoice.paid", { id, type: "invoice" });
    expect(stored).toMatchObject({ state: "FAILED", error: expect.stringContaining(reason ?? "") });
  }
});

it("waits while Stripe does not answer, and applies the event then", async () => {
  const tenantId = await newTenant();
  const inv = stripeId("in");
  objects.set(`/v1/invoices/${inv}`, 500);
  const id = await deliver("v1.invoice.paid", { id: inv, type: "invoice" });
  await expect(process(id)).rejects.toThrow("unavailable");
  expect(await findEvent(id)).toMatchObject({ state: "WAITING", error: expect.stringContaining("500") });
  objects.set(`/v1/invoices/${inv}`, invoice("current", { id: inv, tenantId }));
  expect(await process(id)).toMatchObject({ state: "APPLIED", error: null, tenantId });
});
