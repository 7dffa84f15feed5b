import { describe, expect, it } from "vitest";
import { WebhookReceipt } from "@/server/domains/billing/view.ts";
import { createSigner, paypalEvent, signPayPal } from "../support/billing/paypal-events.ts";
import { STRIPE_SECRETS, signStripe, stripeEvent } from "../support/billing/stripe-events.ts";
import { stripeId, subscription } from "../support/billing/stripe-objects.ts";
import { describeBothEntryPoints, type EntryPoint } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { sendRequest } from "./send-request.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const newEvent = () =>
  stripeEvent("customer.subscription.created", subscription("current", { id: stripeId("sub") }));

const send = (entryPoint: EntryPoint, body: string, headers: Record<string, string> = {}) =>
  sendRequest(entryPoint, "POST /api/billing/webhook", {
    body,
    headers: { ...JSON_TYPE, "Stripe-Signature": signStripe(body), ...headers },
  });

describeBothEntryPoints("POST /api/billing/webhook", (entryPoint) => {
  it("200 for an event, and duplicate for a repetition, also concurrently", async () => {
    const { body } = newEvent();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(entryPoint, body)));
    const receipts = answers.map((response) => expectView(response, 200, WebhookReceipt));
    expect(receipts.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(expectView(await send(entryPoint, body), 200, WebhookReceipt)).toEqual({
      received: true,
      duplicate: true,
    });
  });

  it("200 for every secret of a rotation, and for an unknown type", async () => {
    for (const secret of STRIPE_SECRETS) {
      const { body } = stripeEvent("some.thing.new", { id: "x" });
      expectView(
        await send(entryPoint, body, { "Stripe-Signature": signStripe(body, { secret }) }),
        200,
        WebhookReceipt,
      );
    }
  });

  it("400 INVALID_SIGNATURE for a wrong or old signature", async () => {
    const { body } = newEvent();
    const now = Math.floor(Date.now() / 1_000);
    for (const header of [
      "",
      "t=1,v1=00",
      signStripe(body, { secret: "whsec_of_nobody" }),
      signStripe(body, { timestamp: now - 310 }),
      signStripe(body, { timestamp: now + 310 }),
      signStripe(`${body} `),
      signStripe(body).replace("v1=", "v0="),
    ]) {
      expectProblem(await send(entryPoint, body, { "Stripe-Signature": header }), 400, "INVALID_SIGNATURE");
    }
    expectProblem(
      await sendRequest(entryPoint, "POST /api/billing/webhook", { body, headers: JSON_TYPE }),
      400,
      "INVALID_SIGNATURE",
    );
  });

  it("400 for a valid signature of an invalid event", async () => {
    expectProblem(await send(entryPoint, "{"), 400, "MALFORMED_JSON");
    expectProblem(await send(entryPoint, ""), 400, "MALFORMED_JSON");
    expectProblem(await send(entryPoint, "{}"), 400, "VALIDATION_FAILED", ["id", "type"]);
    expectProblem(await send(entryPoint, '{"id":"evt_1"}'), 400, "VALIDATION_FAILED", ["type"]);
    expectProblem(await send(entryPoint, '{"id":1,"type":"a b"}'), 400, "VALIDATION_FAILED", ["id", "type"]);
    expectProblem(await send(entryPoint, "null"), 400, "VALIDATION_FAILED");
  });

  it("415 for another media type, before the signature is checked", async () => {
    const { body } = newEvent();
    expectProblem(
      await send(entryPoint, body, { "Content-Type": "text/plain" }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });

  it("405 for another method", async () => {
    expectProblem(await sendRequest(entryPoint, "GET /api/billing/webhook"), 405, "METHOD_NOT_ALLOWED");
  });
});

describeBothEntryPoints("POST /api/billing/webhook/paypal", (entryPoint) => {
  const signer = createSigner(null);
  const { body } = paypalEvent("PAYMENT.CAPTURE.COMPLETED", { id: "1" });
  const sendPayPal = (headers: Record<string, string>) =>
    sendRequest(entryPoint, "POST /api/billing/webhook/paypal", {
      body,
      headers: { ...JSON_TYPE, ...headers },
    });

  describe("400 INVALID_SIGNATURE for", () => {
    it.each<[string, Record<string, string>]>([
      ["no signature", {}],
      [
        "a certificate of another host",
        { ...signPayPal(body, signer), "PAYPAL-CERT-URL": "https://evil.test/v1/notifications/certs/C" },
      ],
      [
        "the other environment's host",
        { ...signPayPal(body, signer), "PAYPAL-CERT-URL": "https://api.paypal.com/v1/notifications/certs/C" },
      ],
      ["another algorithm", { ...signPayPal(body, signer), "PAYPAL-AUTH-ALGO": "MD5withRSA" }],
      ["an old time", signPayPal(body, signer, { at: new Date(Date.now() - 600_000) })],
      ["a future time", signPayPal(body, signer, { at: new Date(Date.now() + 600_000) })],
    ])("%s", async (_, headers) => {
      expectProblem(await sendPayPal(headers), 400, "INVALID_SIGNATURE");
    });
  });
});
