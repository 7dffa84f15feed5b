"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import type { RouterOutputs } from "../../../../_trpc/client";
import { Kbd } from "../../../../_ui/keyboard/kbd";
import { useShortcuts } from "../../../../_ui/keyboard/shortcuts";
import { ApproveForm } from "./approve-form";
import { Decided } from "./decided";
import classes from "./decision-panel.module.css";
import { RejectForm } from "./reject-form";
import { useDecide } from "./use-decide";

export type ReviewedListing = Pick<
  RouterOutputs["moderation"]["review"]["listing"],
  "id" | "name" | "version" | "status"
>;

type DecisionPanelProps = {
  listing: ReviewedListing;
  publisher: string;
  nextListingId: string | null;
};

/** Where a listing is decided; afterwards, or when somebody else was first, where its decision stands. */
export function DecisionPanel({ listing, publisher, nextListingId }: DecisionPanelProps) {
  const [chosen, setChosen] = useState<"approve" | "reject">();
  const decision = useDecide(listing, nextListingId);
  const isPending = listing.status === "PENDING_APPROVAL";
  const choose = (action: "approve" | "reject") => () => setChosen(isPending ? action : undefined);

  useShortcuts("Review", [
    { keys: "a", label: "Approve", run: choose("approve") },
    { keys: "r", label: "Reject", run: choose("reject") },
  ]);

  const form = { publisher, decision, onCancel: () => setChosen(undefined) };
  return (
    <section className={classes.panel} aria-label="Decision">
      <h2 className={classes.title}>Decision</h2>
      {decision.problem && (
        <p role="alert" className={classes.problem}>
          {decision.problem}
        </p>
      )}
      {!isPending && <Decided nextListingId={nextListingId} />}
      {isPending && !chosen && <Choice onApprove={choose("approve")} onReject={choose("reject")} />}
      {isPending && chosen === "approve" && <ApproveForm listing={listing} {...form} />}
      {isPending && chosen === "reject" && <RejectForm listing={listing} {...form} />}
    </section>
  );
}

function Choice({ onApprove, onReject }: { onApprove: () => void; onReject: () => void }) {
  return (
    <div className={classes.choice}>
      <Button fullWidth onClick={onApprove} rightSection={<Kbd keys="a" />} justify="space-between">
        Approve…
      </Button>
      <Button
        fullWidth
        variant="default"
        onClick={onReject}
        rightSection={<Kbd keys="r" />}
        justify="space-between"
      >
        Reject…
      </Button>
    </div>
  );
}
