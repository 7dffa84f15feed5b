import { createEventIndex, type EventTypes } from "../parsing/event-types.ts";
import type { ParsedEvent } from "../parsing/parsed-event.ts";
import { parseCharge, parseDispute, parsePaymentIntent } from "./parse-charge.ts";
import { parseCheckoutSession } from "./parse-checkout.ts";
import { parseInvoice, parseInvoiceItem, parseInvoicePayment } from "./parse-invoice.ts";
import { parseCreditNote, parseRefund } from "./parse-refund.ts";
import { parseSubscription } from "./parse-subscription.ts";
import type { StoredStripeEvent } from "./payment-object.ts";

export type ObjectParser = (event: StoredStripeEvent, object: unknown) => ParsedEvent;

const OWN_BALANCE = "It affects the platform's own Stripe balance, not a customer.";
const SETUP = "It sets up a payment method. Payments are reported by payment events.";
const CATALOG = "Changes to Stripe's catalog are not stored. Prices come from subscription events.";
const CUSTOMER = "Customer data is not stored.";
const OTHER_PRODUCT = "It belongs to a Stripe product that Drydock does not use.";
const ANNOUNCEMENT = "It is an announcement. The change itself is reported by another event.";

/** All event types of Stripe's API with their effect here; thin events have types of their own for single changes. */
const EVENT_TYPES: EventTypes<ObjectParser> = [
  [
    parseSubscription,
    `customer.subscription.created customer.subscription.updated customer.subscription.deleted customer.subscription.paused
     customer.subscription.resumed customer.subscription.pending_update_applied
     customer.subscription.pending_update_expired customer.subscription.trial_will_end
     customer.subscription.active customer.subscription.cancel_at_changed
     customer.subscription.default_payment_method_changed customer.subscription.incomplete
     customer.subscription.incomplete_expired customer.subscription.item_added
     customer.subscription.item_price_changed customer.subscription.item_quantity_changed
     customer.subscription.item_removed customer.subscription.item_tax_rates_changed customer.subscription.past_due
     customer.subscription.trialing customer.subscription.unpaid`,
  ],
  [
    parseInvoice,
    `invoice.created invoice.finalized invoice.finalization_failed invoice.marked_uncollectible invoice.overdue
     invoice.overpaid invoice.paid invoice.payment_action_required invoice.payment_attempt_required invoice.payment_failed
     invoice.payment_succeeded invoice.sent invoice.updated invoice.voided invoice.discount_added invoice.discount_removed
     invoice.line_item_added invoice.line_item_pricing_changed invoice.line_item_quantity_changed
     invoice.line_item_removed`,
  ],
  [
    parseInvoicePayment,
    `invoice_payment.canceled invoice_payment.detached invoice_payment.open invoice_payment.overpaid
     invoice_payment.paid`,
  ],
  [
    parsePaymentIntent,
    `payment_intent.amount_capturable_updated payment_intent.canceled payment_intent.created
     payment_intent.partially_funded payment_intent.payment_failed payment_intent.processing
     payment_intent.requires_action payment_intent.requires_capture payment_intent.succeeded`,
  ],
  [
    parseCharge,
    `charge.captured charge.expired charge.failed charge.pending charge.refunded charge.succeeded charge.updated`,
  ],
  [parseRefund, "charge.refund.updated refund.created refund.failed refund.updated"],
  [
    parseDispute,
    `charge.dispute.closed charge.dispute.created charge.dispute.funds_reinstated charge.dispute.funds_withdrawn
     charge.dispute.updated`,
  ],
  [
    parseCheckoutSession,
    `checkout.session.async_payment_failed checkout.session.async_payment_succeeded checkout.session.completed
     checkout.session.expired`,
  ],
  [parseInvoiceItem, "invoiceitem.created invoiceitem.deleted invoiceitem.updated"],
  [parseCreditNote, "credit_note.created credit_note.updated credit_note.voided"],
  [
    ANNOUNCEMENT,
    `invoice.upcoming invoice.will_be_due invoice.deleted subscription_schedule.aborted subscription_schedule.canceled
     subscription_schedule.completed subscription_schedule.created subscription_schedule.expiring
     subscription_schedule.released subscription_schedule.updated quote.accepted quote.canceled quote.created
     quote.finalized quote.will_expire radar.early_fraud_warning.created radar.early_fraud_warning.updated review.closed
     review.opened payment_link.created payment_link.updated
     order.created order.payment_failed order.payment_succeeded order.updated order_return.created sku.created sku.deleted
     sku.updated`,
  ],
  [
    OWN_BALANCE,
    `balance.available balance_settings.updated payout.canceled payout.created payout.failed payout.paid
     payout.reconciliation_completed payout.updated topup.canceled topup.created topup.failed topup.reversed
     topup.succeeded transfer.created transfer.failed transfer.paid transfer.reversed transfer.updated
     application_fee.created application_fee.refund.updated application_fee.refunded reserve.hold.created
     reserve.hold.updated reserve.plan.created reserve.plan.disabled reserve.plan.expired reserve.plan.updated
     reserve.release.created cash_balance.funds_available customer_cash_balance_transaction.created
     billing.credit_balance_transaction.created billing.credit_grant.created billing.credit_grant.updated`,
  ],
  [
    SETUP,
    `setup_intent.canceled setup_intent.created setup_intent.requires_action setup_intent.setup_failed
     setup_intent.succeeded mandate.updated payment_method.attached payment_method.automatically_updated
     payment_method.card_automatically_updated payment_method.detached payment_method.updated source.canceled
     source.chargeable source.failed source.mandate_notification source.refund_attributes_required
     source.transaction.created source.transaction.updated three_d_secure.authentication.canceled
     three_d_secure.authentication.challenge_started three_d_secure.authentication.errored
     three_d_secure.authentication.failed three_d_secure.authentication.requires_challenge
     three_d_secure.authentication.requires_submission three_d_secure.authentication.succeeded`,
  ],
  [
    CATALOG,
    `plan.created plan.deleted plan.updated price.created price.deleted price.updated product.created product.deleted
     product.updated promotion_code.created promotion_code.updated coupon.created coupon.deleted coupon.updated
     tax_rate.created tax_rate.updated tax.settings.updated billing.meter.created billing.meter.deactivated
     billing.meter.reactivated billing.meter.updated billing.meter.error_report_triggered billing.alert.triggered`,
  ],
  [
    CUSTOMER,
    `customer.created customer.deleted customer.updated customer.discount.created customer.discount.deleted
     customer.discount.updated customer.source.created customer.source.deleted customer.source.expiring
     customer.source.updated customer.card.created customer.card.deleted customer.card.updated customer.tax_id.created
     customer.tax_id.deleted customer.tax_id.updated customer.bank_account.deleted
     entitlements.active_entitlement_summary.updated billing_portal.configuration.created
     billing_portal.configuration.updated billing_portal.session.created`,
  ],
  [
    OTHER_PRODUCT,
    `account.application.authorized account.application.deauthorized account.external_account.created
     account.external_account.deleted account.external_account.updated account.updated apps.install.created
     apps.install.deleted apps.install.updated capability.updated file.created person.created person.deleted person.updated
     ping recipient.created recipient.deleted recipient.updated bitcoin.receiver.created
     bitcoin.receiver.filled bitcoin.receiver.transaction.created reporting.report_run.failed
     reporting.report_run.succeeded reporting.report_type.updated sigma.scheduled_query_run.created
     terminal.reader.action_failed terminal.reader.action_succeeded terminal.reader.action_updated
     test_helpers.test_clock.advancing test_helpers.test_clock.created test_helpers.test_clock.deleted
     test_helpers.test_clock.internal_failure test_helpers.test_clock.ready issuing_dispute.closed issuing_dispute.created
     issuing_dispute.funds_reinstated issuing_dispute.funds_rescinded issuing_dispute.submitted issuing_dispute.updated`,
  ],
];

/**
 * Families that move a customer's money, in all versions of the API. `issuing_*`, `treasury.*` and others of foreign
 * products are ignored as a whole.
 */
const MONEY_FAMILIES = new Set(
  `charge refund credit_note payment payment_intent payment_record payment_attempt_record invoice invoice_payment checkout
   dispute subscription order`.split(/\s+/),
);

function movesMoney(type: string): boolean {
  const path = type.replace(/^v\d+\./, "");
  const [family = "", member] = path.split(".");
  if (family === "billing") return path !== type;
  if (family === "customer") return member?.startsWith("subscription") === true;
  return MONEY_FAMILIES.has(family) || MONEY_FAMILIES.has(family.replace(/s$/, ""));
}

/** Effect of an event type of Stripe; null if it is unlisted and may move money. */
export const findStripeEffect = createEventIndex(EVENT_TYPES, movesMoney);
