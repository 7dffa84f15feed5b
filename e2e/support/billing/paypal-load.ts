import type { BillingLoad } from "./load.ts";
import { paypalEvent, paypalId } from "./paypal-events.ts";
import type { PayPalServer } from "./paypal-server.ts";

type Resource = Record<string, unknown>;

const AT_MS = Date.UTC(2026, 7, 1, 12);
const usd = (cents: number) => ({ currency_code: "USD", value: (cents / 100).toFixed(2) });
const usdV1 = (cents: number) => ({ currency: "USD", total: (cents / 100).toFixed(2) });

/**
 * Random load of PayPal's events in any order, like `generateLoad`. Resources that PayPal would return are held by
 * the server.
 */
export function generatePayPalLoad(
  tenantIds: readonly string[],
  count: number,
  random: () => number,
  { resources }: PayPalServer,
): BillingLoad {
  const load: BillingLoad = { deliveries: [], balances: new Map(), statuses: new Map() };
  const below = (limit: number) => Math.floor(random() * limit);
  let second = 0;
  const add = (type: string, resource: Resource, heldAt?: string): void => {
    if (heldAt) resources.set(`${heldAt}/${String(resource["dispute_id"] ?? resource["id"])}`, resource);
    second += 1;
    const event = paypalEvent(type, resource, { at: new Date(AT_MS + second * 1_000) });
    load.deliveries.push({ event, times: random() < 0.3 ? 1 + below(5) : 1 });
  };
  const addBalance = (tenantId: string, cents: number): void => {
    const key = `${tenantId} USD`;
    load.balances.set(key, (load.balances.get(key) ?? 0n) + BigInt(cents));
  };

  /** Capture with a refund, which may be pending, succeed, or fail after it succeeded. */
  function planCapture(tenantId: string): void {
    const cents = 200 + below(10_000);
    const capture = { id: paypalId(), status: "COMPLETED", amount: usd(cents), custom_id: tenantId };
    add("PAYMENT.CAPTURE.COMPLETED", capture, "/v2/payments/captures");
    const refunded = 100 + below(cents - 100);
    const href = `https://api.paypal.com/v2/payments/captures/${capture.id}`;
    const refund = { id: paypalId(), amount: usd(refunded), links: [{ rel: "up", href }] };
    const steps = below(4);
    if (steps > 0) add("PAYMENT.REFUND.PENDING", { ...refund, status: "PENDING" });
    if (steps > 1) add("PAYMENT.CAPTURE.REFUNDED", { ...refund, status: "COMPLETED" });
    const end = random() < 0.5 ? "FAILED" : "CANCELLED";
    if (steps > 2) add(`PAYMENT.REFUND.${end}`, { ...refund, status: end }, "/v2/payments/refunds");
    addBalance(tenantId, steps === 2 ? cents - refunded : cents);
  }

  /** Sale of API version 1 with several refunds. */
  function planSale(tenantId: string): void {
    const cents = 300 + below(10_000);
    const sale = { id: paypalId(), state: "completed", amount: usdV1(cents), custom: tenantId };
    add("PAYMENT.SALE.COMPLETED", sale, "/v1/payments/sale");
    const refunds = below(3);
    for (let index = 0; index < refunds; index += 1) {
      const refund = { id: paypalId(), state: "completed", amount: usdV1(-100), sale_id: sale.id };
      add(index === 0 ? "PAYMENT.SALE.REFUNDED" : "PAYMENT.SALE.REVERSED", refund);
    }
    addBalance(tenantId, cents - 100 * refunds);
  }

  /** Order of several units, each with a capture of its own. */
  function planOrder(tenantId: string): void {
    const amounts = Array.from({ length: 1 + below(3) }, () => 100 + below(5_000));
    const units = amounts.map((cents, index) => {
      const captures = [{ id: paypalId(), status: "COMPLETED", amount: usd(cents) }];
      return {
        reference_id: `unit-${index}`,
        custom_id: tenantId,
        amount: usd(cents),
        payments: { captures },
      };
    });
    const order = { id: paypalId(), status: "COMPLETED", intent: "CAPTURE", purchase_units: units };
    add("CHECKOUT.ORDER.COMPLETED", order, "/v2/checkout/orders");
    addBalance(
      tenantId,
      amounts.reduce((total, cents) => total + cents, 0),
    );
  }

  /** Disputed capture: the seller wins or loses. */
  function planDispute(tenantId: string): void {
    const cents = 200 + below(10_000);
    const capture = { id: paypalId(), status: "COMPLETED", amount: usd(cents), custom_id: tenantId };
    add("PAYMENT.CAPTURE.COMPLETED", capture, "/v2/payments/captures");
    const opened = {
      dispute_id: paypalId("PP-D-"),
      status: "OPEN",
      dispute_amount: usd(cents),
      disputed_transactions: [{ seller_transaction_id: capture.id, gross_amount: usd(cents) }],
    };
    add("CUSTOMER.DISPUTE.CREATED", opened);
    const isWon = random() < 0.5;
    const outcome = { outcome_code: isWon ? "RESOLVED_SELLER_FAVOUR" : "RESOLVED_BUYER_FAVOUR" };
    const resolved = { ...opened, status: "RESOLVED", dispute_outcome: outcome };
    add("CUSTOMER.DISPUTE.RESOLVED", resolved, "/v1/customer/disputes");
    addBalance(tenantId, isWon ? cents : 0);
  }

  /** Authorization that is released: nothing was paid. */
  function planAuthorization(tenantId: string): void {
    const held = { id: paypalId(), amount: usd(100 + below(5_000)), custom_id: tenantId };
    add("PAYMENT.AUTHORIZATION.CREATED", { ...held, status: "CREATED" });
    add("PAYMENT.AUTHORIZATION.VOIDED", { ...held, status: "VOIDED" });
    addBalance(tenantId, 0);
  }

  const plans = [planCapture, planSale, planOrder, planDispute, planAuthorization];
  while (load.deliveries.length < count) {
    const tenantId = tenantIds[below(tenantIds.length)] ?? "";
    plans[below(plans.length)]?.(tenantId);
  }
  load.deliveries.sort(() => random() - 0.5);
  return load;
}
