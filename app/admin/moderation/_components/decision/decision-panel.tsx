"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { QUEUE_PATH, reviewPath } from "@/app/_paths/admin.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { preloadWhenIdle } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { Kbd } from "@/app/_ui/keyboard/kbd.tsx";
import { useShortcuts, useSuppressedShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import classes from "./decision-panel.module.css";
import { useClaim } from "./use-claim";
import {
  ALL_DECISION_ACTIONS,
  DECISION_ACTIONS,
  type Decision,
  type DecisionAction,
  listDecisionActions,
  useDecision,
} from "./use-decision";

/** The forms are loaded when the page is idle or one of them opens: their fields are the largest part of the page. */
const loadForms = () => import("./decision-forms");
const ApproveForm = onDemand(() => loadForms().then((module) => module.ApproveForm));
const RestoreForm = onDemand(() => loadForms().then((module) => module.RestoreForm));
const ClaimNotice = onDemand(() => import("./claim-notice").then((module) => module.ClaimNotice));
const ReasonedForm = dynamic(() => loadForms().then((module) => module.ReasonedForm));

type Review = RouterOutputs["adminModeration"]["review"];
export type ReviewedListing = Pick<
  Review["listing"],
  "id" | "type" | "name" | "version" | "status" | "archiveSha256"
>;

export type DecisionFormOf<A extends DecisionAction> = {
  action: A;
  listing: ReviewedListing;
  publisher: string;
  impact: Review["impact"];
  decision: Decision;
  onCancel: () => void;
};

type DecisionPanelProps = {
  listing: ReviewedListing;
  publisher: string;
  claim: Review["claim"];
  impact: Review["impact"];
  nextListingId: string | null;
};

/** Decision panel of a listing; while another moderator holds the claim, it shows that claim. */
export function DecisionPanel(props: DecisionPanelProps) {
  const { listing, publisher, impact, claim: found, nextListingId } = props;
  const router = useRouter();
  const [chosen, setChosen] = useState<DecisionAction>();
  const decision = useDecision(listing, nextListingId);
  const isPending = listing.status === "PENDING_APPROVAL";
  const { claim, takeOver, isAsking } = useClaim(listing.id, isPending, found);
  const isTaken = isPending && claim !== null && !claim.isYours;
  const open = isTaken ? [] : listDecisionActions(listing.status);
  const action = open.find((one) => one === chosen);

  useEffect(() => preloadWhenIdle(loadForms), []);

  // A shortcut must not discard a half-written comment.
  useSuppressedShortcuts(action !== undefined);
  useShortcuts("Review", [
    ...ALL_DECISION_ACTIONS.map((one) => ({
      keys: DECISION_ACTIONS[one].keys,
      label: DECISION_ACTIONS[one].label,
      run: () => setChosen(open.includes(one) ? one : undefined),
    })),
    { keys: "t", label: "Take over review", run: () => void (isTaken && takeOver()) },
    {
      keys: "n",
      label: "Next in queue",
      run: () => router.push(nextListingId ? reviewPath(nextListingId) : QUEUE_PATH),
    },
  ]);

  const form = { listing, publisher, impact, decision, onCancel: () => setChosen(undefined) };
  return (
    <section id="decision" className={classes.panel} aria-label="Decision">
      <h2 className={classes.title}>Decision</h2>
      {decision.problem && (
        <p role="alert" className={classes.problem}>
          {decision.problem}
        </p>
      )}
      {isTaken && <ClaimNotice claim={claim} isBusy={isAsking} onTakeOver={takeOver} />}
      {!isPending && !action && <DecidedNote nextListingId={nextListingId} />}
      {!action && <Choice actions={open} onChoose={setChosen} />}
      {action === "approve" && <ApproveForm action={action} {...form} />}
      {action === "restore" && <RestoreForm action={action} {...form} />}
      {(action === "reject" || action === "suspend") && <ReasonedForm action={action} {...form} />}
    </section>
  );
}

function Choice({
  actions,
  onChoose,
}: {
  actions: DecisionAction[];
  onChoose: (action: DecisionAction) => void;
}) {
  if (actions.length === 0) return null;
  return (
    <div className={classes.choice}>
      {actions.map((action) => (
        <Button
          key={action}
          fullWidth
          variant={action === "approve" ? "filled" : "default"}
          onClick={() => onChoose(action)}
          rightSection={<Kbd keys={DECISION_ACTIONS[action].keys} />}
          justify="space-between"
        >
          {DECISION_ACTIONS[action].label}…
        </Button>
      ))}
    </div>
  );
}

/** Links from a listing that is not pending. */
export function DecidedNote({ nextListingId }: { nextListingId: string | null }) {
  return (
    <>
      <p className={classes.note}>
        This version has been decided. {nextListingId === null && "The queue is empty."}
      </p>
      <div className={classes.ways}>
        {nextListingId && (
          <ButtonLink href={reviewPath(nextListingId)} variant="filled">
            Next in queue
          </ButtonLink>
        )}
        <ButtonLink href={QUEUE_PATH}>Back to queue</ButtonLink>
      </div>
    </>
  );
}
