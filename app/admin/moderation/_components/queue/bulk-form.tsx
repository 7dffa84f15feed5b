"use client";

import { Button, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { ReasonId } from "@/server/listings/policy.ts";
import type { DecideListings } from "@/server/moderation/input.ts";
import { trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";
import { formatCount } from "../../../../_ui/format";
import { ReasonSelect } from "../decision/reason-select";
import { DECISION_ACTIONS } from "../decision/use-decision";
import classes from "./bulk.module.css";
import type { BulkAction, BulkDecisionResult, BulkDialogProps } from "./bulk-bar";

const DECISION_BATCH_SIZE = 5;

/** Form of a bulk decision: reason and comment for all publishers. */
export function BulkForm({ action, listings, onClose, onDecided }: BulkDialogProps & { action: BulkAction }) {
  const [reason, setReason] = useState<ReasonId | null>(null);
  const [comment, setComment] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const decide = trpc.moderation.decideMany.useMutation();
  const listingIds = listings.map(({ id }) => id);
  const isSilent = action === "reject" && comment.trim() === "";
  const risky = listings.filter(({ risk }) => (risk?.high ?? 0) > 0);
  const decision = toDecision();

  /** The decision, or null while a field is missing. */
  function toDecision(): DecideListings | null {
    if (action === "approve") return { action, comment, listingIds };
    return reason && !isSilent ? { action, reason, comment, listingIds } : null;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (!decision) return;
    setIsBusy(true);
    const outcomes: BulkDecisionResult[] = [];
    for (let at = 0; at < listingIds.length; at += DECISION_BATCH_SIZE) {
      outcomes.push(...(await decideBatch(decision, listingIds.slice(at, at + DECISION_BATCH_SIZE))));
    }
    onDecided({ action, listings, outcomes });
  }

  /** Decides one batch, small enough for the request timeout; a failed request becomes the error of its listings. */
  async function decideBatch(decision: DecideListings, pieceIds: string[]): Promise<BulkDecisionResult[]> {
    try {
      return await decide.mutateAsync({ ...decision, listingIds: pieceIds });
    } catch (error) {
      const { code, message } = readProblem(error);
      return pieceIds.map((listingId) => ({ listingId, problem: { code: code ?? "UNAVAILABLE", message } }));
    }
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ul className={classes.names}>
        {listings.map(({ id, name, version, publisher }) => (
          <li key={id}>
            {name} {version} <span className={classes.of}>of {publisher.name}</span>
          </li>
        ))}
      </ul>
      {action === "approve" && risky.length > 0 && (
        <p className={classes.warning}>
          {formatCount(risky.length, "listing")} with High findings will not be approved. Approve{" "}
          {risky.length === 1 ? "it in its review" : "them in their reviews"}:{" "}
          {risky.map(({ name, version }) => `${name} ${version}`).join(", ")}
        </p>
      )}
      {action === "reject" && (
        <ReasonSelect value={reason} onChange={setReason} error={wasTried && !reason && "Select a reason"} />
      )}
      <Textarea
        label="Comment"
        description={`${action === "approve" ? "Optional. " : ""}Visible to all publishers.`}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2_000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={wasTried && isSilent && "Enter a comment"}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} {...(action === "reject" && { color: "red" })}>
          {DECISION_ACTIONS[action].label} {formatCount(listings.length, "listing")}
        </Button>
      </div>
    </form>
  );
}
