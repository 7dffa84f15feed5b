"use client";

import { IconReceipt } from "@tabler/icons-react";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { describeListingType } from "../../../_ui/data/listing-type";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { Section, Stat, StatGrid } from "../../../_ui/page/section";
import classes from "./billing.module.css";
import { providerNames, SubscriptionState } from "./billing-words";

type Billing = RouterOutputs["billing"]["overview"];
type Subscription = Billing["subscriptions"][number];

const ENDED = ["CANCELLED", "EXPIRED"];

/** The plan that runs now with its period, what ran before, and what was bought. */
export function Plans({ tenant }: { tenant: string }) {
  const [{ subscriptions, paid, purchases }] = trpc.billing.overview.useSuspenseQuery({ tenant });
  const overdue = subscriptions.filter(({ status }) => status === "PAST_DUE");
  const running = subscriptions.filter(({ status }) => !ENDED.includes(status));
  const ended = subscriptions.filter(({ status }) => ENDED.includes(status));
  return (
    <>
      {overdue.map((subscription) => (
        <Overdue key={subscription.id} subscription={subscription} />
      ))}
      {running.length === 0 && (
        <EmptyState
          isFramed
          icon={<IconReceipt size={20} stroke={1.6} />}
          title="No plan runs"
          description="A plan that is bought through Stripe or PayPal shows here as soon as the provider has confirmed it."
          action={<ButtonLink href="/marketplace">Browse the marketplace</ButtonLink>}
        />
      )}
      {running.map((subscription) => (
        <Plan key={subscription.id} subscription={subscription} paid={paid} />
      ))}
      {ended.length > 0 && (
        <p className={classes.past}>
          Before: {ended.map(({ plan, provider }) => `${plan} through ${providerNames[provider]}`).join(", ")}
          .
        </p>
      )}
      {purchases.length > 0 && <Purchases purchases={purchases} />}
    </>
  );
}

function Overdue({ subscription: { plan, provider } }: { subscription: Subscription }) {
  return (
    <div className={classes.overdue} role="alert">
      <strong>The last payment for {plan} failed.</strong> Update the payment method at{" "}
      {providerNames[provider]}; it is tried again by itself, and the plan goes on as soon as one succeeds.
    </div>
  );
}

function Plan({ subscription, paid }: { subscription: Subscription; paid: string[] }) {
  const { plan, status, provider, amount, periodStart, periodEnd, nextPaymentAt } = subscription;
  return (
    <Section title={plan}>
      <StatGrid>
        <Stat
          label="State"
          value={<SubscriptionState status={status} />}
          detail={`through ${providerNames[provider]}`}
        />
        <Stat label="Price" value={amount ?? <Absent why="not told yet" />} detail="for each period" />
        <Stat
          label={nextPaymentAt ? "Next payment" : "Period ends"}
          value={periodEnd ? <RelativeTime value={periodEnd} /> : <Absent why="not told yet" />}
          detail={
            subscription.cancelsAtPeriodEnd
              ? "and the plan with it"
              : periodStart && (
                  <>
                    period began <RelativeTime value={periodStart} />
                  </>
                )
          }
        />
        <Stat
          label="Paid so far"
          value={paid.join(" + ") || <Absent why="nothing" />}
          detail="without what went back"
        />
      </StatGrid>
    </Section>
  );
}

function Purchases({ purchases }: { purchases: Billing["purchases"] }) {
  return (
    <Section title="Bought on the marketplace">
      <ul className={classes.rights}>
        {purchases.map(({ id, name, type, grantedAt, revokedAt }) => (
          <li key={id}>
            <span>
              {name} <span className={classes.muted}>{describeListingType(type)}</span>
            </span>
            <span className={classes.muted}>
              {revokedAt ? (
                <>
                  ended <RelativeTime value={revokedAt} />
                </>
              ) : (
                <>
                  since <RelativeTime value={grantedAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
