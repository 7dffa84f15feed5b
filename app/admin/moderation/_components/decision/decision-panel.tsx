"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { RouterOutputs } from "../../../../_trpc/client";
import { whenIdle } from "../../../../_ui/actions/when-idle";
import { Kbd } from "../../../../_ui/keyboard/kbd";
import { useQuietKeys, useShortcuts } from "../../../../_ui/keyboard/shortcuts";
import { QUEUE_PATH, reviewPath } from "../../../_components/paths";
import { ACTS, type Act, ALL_ACTS, actsIn } from "./acts";
import { ClaimNotice } from "./claim-notice";
import { CommentForm } from "./comment-form";
import { Decided } from "./decided";
import classes from "./decision-panel.module.css";
import { useClaim } from "./use-claim";
import { type Decision, useDecide } from "./use-decide";

/** Its list of reasons is the heaviest part of the page, and most listings are approved. */
const load = () => import("./reasoned-form").then((module) => module.ReasonedForm);
const ReasonedForm = dynamic(load, { ssr: false });

type Review = RouterOutputs["moderation"]["review"];
export type ReviewedListing = Pick<Review["listing"], "id" | "name" | "version" | "status">;

export type DecisionFormOf<A extends Act> = {
  act: A;
  listing: ReviewedListing;
  publisher: string;
  decision: Decision;
  onCancel: () => void;
};

type DecisionPanelProps = {
  listing: ReviewedListing;
  publisher: string;
  claim: Review["claim"];
  nextListingId: string | null;
};

/** Where a listing is decided; while somebody else is at it, who that is. */
export function DecisionPanel({ listing, publisher, claim: found, nextListingId }: DecisionPanelProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState<Act>();
  const decision = useDecide(listing, nextListingId);
  const isPending = listing.status === "PENDING_APPROVAL";
  const { claim, takeOver, isAsking } = useClaim(listing.id, isPending, found);
  const isTaken = isPending && claim !== null && !claim.isYours;
  const open = isTaken ? [] : actsIn(listing.status);
  const act = open.find((one) => one === chosen);

  useEffect(() => whenIdle(() => void load().catch(() => {})), []);

  // What is half written must not be lost to a key that was meant as text.
  useQuietKeys(act !== undefined);
  useShortcuts("Review", [
    ...ALL_ACTS.map((one) => ({
      keys: ACTS[one].keys,
      label: ACTS[one].label,
      run: () => setChosen(open.includes(one) ? one : undefined),
    })),
    { keys: "t", label: "Take the review over", run: () => void (isTaken && takeOver()) },
    {
      keys: "n",
      label: "Next in the queue",
      run: () => router.push(nextListingId ? reviewPath(nextListingId) : QUEUE_PATH),
    },
  ]);

  const form = { listing, publisher, decision, onCancel: () => setChosen(undefined) };
  return (
    <section className={classes.panel} aria-label="Decision">
      <h2 className={classes.title}>Decision</h2>
      {decision.problem && (
        <p role="alert" className={classes.problem}>
          {decision.problem}
        </p>
      )}
      {isTaken && <ClaimNotice claim={claim} isBusy={isAsking} onTakeOver={takeOver} />}
      {!isPending && !act && <Decided nextListingId={nextListingId} />}
      {!act && <Choice acts={open} onChoose={setChosen} />}
      {(act === "approve" || act === "restore") && <CommentForm act={act} {...form} />}
      {(act === "reject" || act === "suspend") && <ReasonedForm act={act} {...form} />}
    </section>
  );
}

function Choice({ acts, onChoose }: { acts: Act[]; onChoose: (act: Act) => void }) {
  if (acts.length === 0) return null;
  return (
    <div className={classes.choice}>
      {acts.map((act) => (
        <Button
          key={act}
          fullWidth
          variant={act === "approve" ? "filled" : "default"}
          onClick={() => onChoose(act)}
          rightSection={<Kbd keys={ACTS[act].keys} />}
          justify="space-between"
        >
          {ACTS[act].label}…
        </Button>
      ))}
    </div>
  );
}
