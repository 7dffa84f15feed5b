import { formatMoney } from "@/server/domains/billing/parsing/money.ts";
import type { ToNotices } from "./draft.ts";

export const toPaymentNotices: ToNotices<"billing.payment_failed"> = (_tx, events) =>
  events.map((event) => {
    const { amountMinor, currency, description, failure } = event.data;
    const amount = formatMoney({ minor: BigInt(amountMinor), currency });
    return {
      event,
      kind: "PAYMENT_FAILED",
      title: "Payment failed",
      detail: description,
      path: "/billing",
      action: "View billing",
      mail: {
        subject: `Payment of ${amount} failed`,
        paragraphs: [
          `A payment of ${amount} failed (${description}).`,
          ...(failure ? [`Reason: ${failure}`] : []),
          "Update your payment method at the payment provider. If payments keep failing, your plan ends.",
        ],
      },
    };
  });
