import { QUEUE_PATH } from "@/app/_paths/admin.ts";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import classes from "./queue-empty.module.css";

/** Empty state of the queue. */
export function QueueIsEmpty() {
  return (
    <div className={classes.state}>
      <Harbour />
      <EmptyState
        title="The queue is empty"
        description="New submissions appear here, oldest first."
        action={<ButtonLink href={MARKET_PATH}>View catalog</ButtonLink>}
      />
    </div>
  );
}

export function NoMatchInQueue() {
  return (
    <EmptyState
      title="No matching submissions"
      action={<ButtonLink href={QUEUE_PATH}>Clear filters</ButtonLink>}
    />
  );
}

function Harbour() {
  return (
    <svg className={classes.harbour} viewBox="0 0 320 96" aria-hidden="true">
      <circle className={classes.sun} cx="226" cy="46" r="13" />
      <path className={classes.dock} d="M0 34h28v14h12v14h12v20h76V62" />
      <path className={classes.blocks} d="M64 82v-6M80 82v-6M96 82v-6M112 82v-6" />
      <path className={classes.water} d="M128 68h192M148 76h40M206 78h26M252 75h52M170 85h20M236 86h34" />
      <g className={classes.ship}>
        <path className={classes.hull} d="M180 59h36l-6 9h-24z" />
        <path className={classes.sail} d="M199 22v34h-16zM202 30l10 26h-10z" />
      </g>
    </svg>
  );
}
