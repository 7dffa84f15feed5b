import type { WebhookReceipt } from "@/server/billing/view.ts";
import type { RouteDoc } from "./route-doc";

const receipt: WebhookReceipt = { received: true, duplicate: false };

const repeats =
  "Answered once the event is stored for good. A repeated one is answered with `duplicate: true` and has no further effect; one whose type is unknown is stored and ignored.";

export const billingDocs = {
  "POST /api/billing/webhook": {
    about: [
      "For Stripe only. `Stripe-Signature` has to be its scheme v1 over the raw body, with one of the secrets in `STRIPE_WEBHOOK_SECRET` and a time within 300 seconds of now.",
      repeats,
    ],
    body: {
      id: "The event's id, by which repetitions are known.",
      type: "What happened.",
      created: "When it happened, in seconds; it decides which of two states of an object is the newer.",
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
      "For PayPal only. The `PAYPAL-*` headers have to carry a signature over the transmission's id and time, our webhook's id and the body's CRC-32, by a certificate that PayPal publishes.",
      "An event that grants something is read back from PayPal before it takes effect.",
      repeats,
    ],
    body: {
      id: "The event's id, by which repetitions are known, like the transmission's.",
      event_type: "What happened.",
      create_time: "When it happened.",
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
