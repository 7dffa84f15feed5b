"use client";

import { IconReceipt } from "@tabler/icons-react";
import { describeProvider } from "@/app/_components/labels/labels.ts";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { ExactTime, RelativeTime } from "@/app/_ui/data/time.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { Section, Stat, StatGrid } from "@/app/_ui/page/section.tsx";
import classes from "./billing.module.css";
import { SubscriptionState } from "./billing-status";

type Billing = RouterOutputs["billing"]["overview"];
type Subscription = Billing["subscriptions"][number];

const ENDED_STATUSES = ["CANCELLED", "EXPIRED"];

/** Active, overdue and ended subscriptions, and purchases. */
export function Plans({ tenant }: { tenant: string }) {
  const [{ subscriptions, paid, purchases }] = trpc.billing.overview.useSuspenseQuery({ tenant });
  const overdue = subscriptions.filter(({ status }) => status === "PAST_DUE");
  const running = subscriptions.filter(({ status }) => !ENDED_STATUSES.includes(status));
  const ended = subscriptions.filter(({ status }) => ENDED_STATUSES.includes(status));
  return (
    <>
      {overdue.map((subscription) => (
        <Overdue key={subscription.id} subscription={subscription} />
      ))}
      {running.length === 0 && (
        <div className={classes.noPlan}>
          <EmptyState
            isFramed
            icon={<IconReceipt size={20} stroke={1.6} />}
            title="No active plan"
            description="A subscription appears here once Stripe or PayPal confirms it."
            action={<ButtonLink href={MARKET_PATH}>Browse the marketplace</ButtonLink>}
          />
        </div>
      )}
      {running.map((subscription) => (
        <Plan key={subscription.id} subscription={subscription} />
      ))}
      {paid.length > 0 && <TotalPaid amounts={paid} />}
      {ended.length > 0 && (
        <p className={classes.past}>
          Past plans:{" "}
          {ended.map(({ plan, provider }) => `${plan} via ${describeProvider(provider)}`).join(", ")}
        </p>
      )}
      {purchases.length > 0 && <Purchases purchases={purchases} />}
    </>
  );
}

function Overdue({ subscription: { plan, provider } }: { subscription: Subscription }) {
  return (
    <Callout tone="bad" role="alert">
      <strong>The last payment for {plan} failed.</strong> Update your payment method in{" "}
      {describeProvider(provider)}. The payment is retried automatically, and the plan continues once it
      succeeds.
    </Callout>
  );
}

function Plan({ subscription }: { subscription: Subscription }) {
  const { plan, status, provider, amount, periodStart, periodEnd, endsAt, nextPaymentAt } = subscription;
  return (
    <Section title={plan}>
      <StatGrid>
        <Stat
          label="Status"
          value={<SubscriptionState status={status} />}
          detail={`via ${describeProvider(provider)}`}
        />
        <Stat label="Amount" value={amount ?? "Varies"} detail="per payment, after discounts and taxes" />
        <Stat
          label={nextPaymentAt ? "Next payment" : "Period ends"}
          value={periodEnd ? <RelativeTime value={periodEnd} /> : <Absent why="unknown" />}
          detail={
            endsAt ? (
              <>
                Cancels on <ExactTime value={endsAt} />
              </>
            ) : (
              periodStart && (
                <>
                  period started <RelativeTime value={periodStart} />
                </>
              )
            )
          }
        />
      </StatGrid>
    </Section>
  );
}

/** Total of all plans and purchases, one amount per currency. */
function TotalPaid({ amounts }: { amounts: string[] }) {
  return (
    <dl className={classes.total}>
      <dt>Total paid, net of refunds</dt>
      {amounts.map((amount) => (
        <dd key={amount}>{amount}</dd>
      ))}
    </dl>
  );
}

function Purchases({ purchases }: { purchases: Billing["purchases"] }) {
  return (
    <Section title="Marketplace purchases">
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
