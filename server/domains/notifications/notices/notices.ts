import type { Transaction } from "@/db/client.ts";
import { formatMoney } from "@/server/domains/billing/parsing/money.ts";
import { truncate } from "@/shared/text/truncate.ts";
import type { EventType } from "@/shared/vocabulary.ts";
import { toFailureNotices, toFixNotices } from "./builds.ts";
import type { NoticeDraft, NoticeEvent, ToNotices } from "./draft.ts";
import { toHoldNotices, toUnavailableNotices, toUpdateNotices } from "./installations.ts";
import { toDecisionNotices, toMessageNotices } from "./listings.ts";
import { toCompletedRolloutNotices, toHeldRolloutNotices } from "./rollouts.ts";
import { toExpiryNotices } from "./tokens.ts";

const toPaymentNotices: ToNotices<"billing.payment_failed"> = (_tx, events) =>
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

/** Notices by the type of their event. */
const NOTICES: { [T in EventType]?: ToNotices<T> } = {
  "build.failed": toFailureNotices,
  "build.completed": toFixNotices,
  "listing.approved": toDecisionNotices("was approved", "The version is now on the marketplace."),
  "listing.rejected": toDecisionNotices(
    "was rejected",
    "The version was not published. To try again, submit a new version.",
  ),
  "listing.suspended": toDecisionNotices(
    "was suspended",
    "The version is no longer on the marketplace, and new builds cannot use it.",
  ),
  "listing.message": toMessageNotices,
  "billing.payment_failed": toPaymentNotices,
  "security.token_expiring": toExpiryNotices,
  "installation.updated": toUpdateNotices,
  "installation.held": toHoldNotices,
  "installation.unavailable": toUnavailableNotices,
  "rollout.held": toHeldRolloutNotices,
  "rollout.completed": toCompletedRolloutNotices,
};

const MAX_DETAIL_LENGTH = 200;

/** Domain event, as it is stored. */
export type StoredEvent = Omit<NoticeEvent, "data"> & { type: EventType; data: unknown };

/** Notices about events, in the order of their types. */
export async function createNotices(tx: Transaction, events: readonly StoredEvent[]): Promise<NoticeDraft[]> {
  const drafts: NoticeDraft[] = [];
  for (const [type, toNotices] of Object.entries(NOTICES)) {
    const ofType = events.filter((event) => event.type === type) as NoticeEvent[];
    if (ofType.length > 0) drafts.push(...(await (toNotices as ToNotices<EventType>)(tx, ofType)));
  }
  return drafts.map((draft) => ({
    ...draft,
    detail: draft.detail && truncate(draft.detail, MAX_DETAIL_LENGTH),
  }));
}
