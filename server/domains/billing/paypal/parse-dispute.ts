import { sanitizeText } from "../parsing/parsed-event.ts";
import { type ParseResource, stateFields } from "./parse-resource.ts";
import { Dispute } from "./schemas.ts";

/** Outcomes that leave the money with the seller; `NONE` closes a dispute without a decision. */
const WON = /^(RESOLVED_SELLER_FAVOU?R|RESOLVED_WITH_PAYOUT|CANCELED_BY_BUYER|DENIED|NONE)$/;

/**
 * `CUSTOMER.DISPUTE.*`: the amount is held until the dispute is won. A dispute over several transactions is one state
 * for each, so that their payments stay apart.
 */
export const parseDispute: ParseResource = (event, resource) => {
  const dispute = Dispute.parse(resource);
  const { dispute_id: id, dispute_outcome: outcome } = dispute;
  const isResolved = dispute.status === "RESOLVED";
  const isWon = isResolved && WON.test(outcome?.outcome_code ?? "");
  const transactions = (dispute.disputed_transactions ?? []).flatMap((one) =>
    one.seller_transaction_id ? [{ id: one.seller_transaction_id, amount: one.gross_amount }] : [],
  );
  const isSingle = transactions.length < 2;
  const disputed = (isResolved && !isWon ? outcome?.amount_refunded : null) ?? dispute.dispute_amount;
  return (isSingle ? [transactions[0]] : transactions).map((transaction) => {
    const amount = isSingle ? disputed : transaction?.amount;
    return {
      ...stateFields(event, isSingle ? id : `${id}:${transaction?.id}`, isResolved ? 1 : 0),
      links: transaction ? [transaction.id] : [],
      facts: {
        kind: "DISPUTE",
        amountMinor: amount ? String(amount.minor) : null,
        currency: amount?.currency ?? null,
        isHeld: !isWon,
        reason: sanitizeText(dispute.reason),
      },
    };
  });
};
