"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { preloadOnIntent } from "@/app/_ui/actions/button.tsx";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { DECISION_ACTIONS } from "../decision/use-decision";
import classes from "./bulk.module.css";
import { BulkResult } from "./bulk-result";
import type { QueuedListing } from "./queue-columns";

export type BulkAction = "approve" | "reject";
export type BulkDecisionResult = RouterOutputs["adminModeration"]["decideMany"][number];
/** Result of a bulk decision, with its listings. */
export type BulkDecision = {
  action: BulkAction;
  listings: readonly QueuedListing[];
  outcomes: readonly BulkDecisionResult[];
};

type BulkBarProps = {
  chosen: readonly QueuedListing[];
  onChange: (chosen: readonly QueuedListing[]) => void;
};

/** Bulk actions on the selected listings, and the result of the last one. */
export function BulkBar({ chosen, onChange }: BulkBarProps) {
  const [action, setAct] = useState<BulkAction>();
  const [decided, setDecided] = useState<BulkDecision>();
  const utils = trpc.useUtils();

  function finish(result: BulkDecision) {
    setAct(undefined);
    setDecided(result);
    const failed = new Set(result.outcomes.flatMap(({ listingId, problem }) => (problem ? [listingId] : [])));
    onChange(result.listings.filter(({ id }) => failed.has(id)));
    void utils.adminModeration.queue.invalidate();
  }

  return (
    <>
      {decided && <BulkResult decided={decided} onClose={() => setDecided(undefined)} />}
      {chosen.length > 0 && (
        <section className={classes.bar} aria-label="Selected listings">
          <span className={classes.count}>{formatCount(chosen.length, "listing")} selected</span>
          <Button size="xs" {...preloadOnIntent(loadBulkForm)} onClick={() => setAct("approve")}>
            Approve…
          </Button>
          <Button
            size="xs"
            variant="default"
            {...preloadOnIntent(loadBulkForm)}
            onClick={() => setAct("reject")}
          >
            Reject…
          </Button>
          <Button size="xs" variant="subtle" onClick={() => onChange([])}>
            Clear selection
          </Button>
        </section>
      )}
      <BulkDialog action={action} listings={chosen} onClose={() => setAct(undefined)} onDecided={finish} />
    </>
  );
}

export type BulkDialogProps = {
  action: BulkAction | undefined;
  listings: readonly QueuedListing[];
  onClose: () => void;
  onDecided: (decided: BulkDecision) => void;
};

export const loadBulkForm = () => import("./bulk-form").then((module) => module.BulkForm);
const BulkForm = onDemand(loadBulkForm);

/** Dialog of a bulk decision. */
export function BulkDialog({ action, listings, onClose, onDecided }: BulkDialogProps) {
  return (
    <Dialog
      isOpen={action !== undefined}
      onClose={onClose}
      title={action ? `${DECISION_ACTIONS[action].label} ${formatCount(listings.length, "listing")}` : ""}
    >
      {action && <BulkForm action={action} listings={listings} onClose={onClose} onDecided={onDecided} />}
    </Dialog>
  );
}
