"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { hintsOf } from "../../../../_ui/actions/plain-button";
import { formatCount } from "../../../../_ui/format";
import classes from "./bulk.module.css";
import { BulkDialog, loadBulkForm } from "./bulk-dialog";
import { BulkResult } from "./bulk-result";
import type { QueuedListing } from "./queue-columns";

export type BulkAct = "approve" | "reject";
export type Outcome = RouterOutputs["moderation"]["decideMany"][number];
/** What a decision on many came to, with the listings that it was about. */
export type Decided = { act: BulkAct; listings: readonly QueuedListing[]; outcomes: readonly Outcome[] };

type BulkBarProps = {
  chosen: readonly QueuedListing[];
  onChange: (chosen: readonly QueuedListing[]) => void;
};

/** What can be done with the listings that are chosen, and what became of those that were. */
export function BulkBar({ chosen, onChange }: BulkBarProps) {
  const [act, setAct] = useState<BulkAct>();
  const [decided, setDecided] = useState<Decided>();
  const utils = trpc.useUtils();

  function conclude(result: Decided) {
    setAct(undefined);
    setDecided(result);
    const failed = new Set(result.outcomes.flatMap(({ listingId, problem }) => (problem ? [listingId] : [])));
    onChange(result.listings.filter(({ id }) => failed.has(id)));
    void utils.moderation.queue.invalidate();
  }

  return (
    <>
      {decided && <BulkResult decided={decided} onClose={() => setDecided(undefined)} />}
      {chosen.length > 0 && (
        <section className={classes.bar} aria-label="Chosen listings">
          <span className={classes.count}>{formatCount(chosen.length, "listing")} chosen</span>
          <Button size="xs" {...hintsOf(loadBulkForm)} onClick={() => setAct("approve")}>
            Approve…
          </Button>
          <Button size="xs" variant="default" {...hintsOf(loadBulkForm)} onClick={() => setAct("reject")}>
            Reject…
          </Button>
          <Button size="xs" variant="subtle" onClick={() => onChange([])}>
            Choose none
          </Button>
        </section>
      )}
      <BulkDialog act={act} listings={chosen} onClose={() => setAct(undefined)} onDecided={conclude} />
    </>
  );
}
