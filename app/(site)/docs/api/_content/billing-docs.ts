import type { WebhookReceipt } from "@/server/domains/billing/view.ts";
import type { RouteDoc } from "./route-doc";

const receipt: WebhookReceipt = { received: true, duplicate: false };

const repeats =
  "Responds once the event is stored. Repeated events return `duplicate: true` and have no effect. Unknown event types are stored and ignored, except those about payments, refunds, disputes, subscriptions and checkouts: these are marked failed for a Super Admin to resolve.";

const meanings =
  "Refunds apply once they succeed; refunds that fail or are canceled later are reversed. Releasing an authorization is not a refund. Each item of a payment is granted. A completed checkout without a payment due counts as paid.";

export const billingDocs = {
  "POST /api/billing/webhook": {
    about: [
      "`Stripe-Signature` must be a v1 signature with a secret of `STRIPE_WEBHOOK_SECRET`, at most 300 seconds old.",
      "Choose snapshot payloads. Thin events are read back from Stripe if `STRIPE_SECRET_KEY` is set, and fail otherwise.",
      meanings,
      repeats,
    ],
    body: {
      id: "Event ID, used for deduplication.",
      type: "Event type.",
      created: "Creation time in Unix seconds. Newer events take precedence.",
    },
    example: {
      path: "/api/billing/webhook",
      headers: { "Stripe-Signature": "t=1785000360,v1=5257a869e7ec…" },
      body: {
        id: "evt_1Pgc6rB7WZ01zgkW",
        type: "customer.subscription.updated",
        created: 1_785_000_360,
      },
      answer: receipt,
    },
  },
  "POST /api/billing/webhook/paypal": {
    about: [
      "The `PAYPAL-*` headers must carry a signature of the transmission ID and time, the webhook ID and the CRC-32 of the body, made with a certificate that PayPal publishes.",
      "Events that grant access are verified with the PayPal API before they apply.",
      meanings,
      repeats,
    ],
    body: {
      id: "Event ID, used for deduplication like the transmission ID.",
      event_type: "Event type.",
      create_time: "Creation time.",
    },
    example: {
      path: "/api/billing/webhook/paypal",
      headers: {
        "PAYPAL-TRANSMISSION-ID": "69cd13f0-d67a-11e5-baa3-778b53f4ae55",
        "PAYPAL-TRANSMISSION-TIME": "2026-01-31T09:20:30Z",
        "PAYPAL-AUTH-ALGO": "SHA256withRSA",
        "PAYPAL-CERT-URL": "https://api.paypal.com/v1/notifications/certs/CERT-…",
        "PAYPAL-TRANSMISSION-SIG": "lmI95Jx3Y9nhR5SJ…",
      },
      body: {
        id: "WH-2WR32451HC0233532-67976317FL4543714",
        event_type: "PAYMENT.CAPTURE.COMPLETED",
        create_time: "2026-01-31T09:20:28Z",
      },
      answer: receipt,
    },
  },
} as const satisfies Record<string, RouteDoc>;
