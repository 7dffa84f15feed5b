"use client";

import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { describeBulkApproval } from "@/app/_components/labels/decision-impact.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import type { ReasonId } from "@/server/domains/listings/policy.ts";
import type { DecideListings } from "@/server/domains/moderation/input.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { CommentField } from "../decision/decision-form";
import { ReasonSelect } from "../decision/reason-select";
import { DECISION_ACTIONS } from "../decision/use-decision";
import classes from "./bulk.module.css";
import type { BulkAction, BulkDialogProps } from "./bulk-bar";
import { runInBatches } from "./use-bulk-undo.ts";

/** Form of a bulk decision: reason and comment for all publishers. */
export function BulkForm({ action, listings, onClose, onDecided }: BulkDialogProps & { action: BulkAction }) {
  const [reason, setReason] = useState<ReasonId | null>(null);
  const [comment, setComment] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const decide = trpc.adminModeration.decideMany.useMutation();
  const listingIds = listings.map(({ id }) => id);
  const { data: impacts, isError } = trpc.adminModeration.impacts.useQuery(
    { listingIds },
    { enabled: action === "approve" && !isBusy },
  );
  const isSilent = action === "reject" && comment.trim() === "";
  const risky = listings.filter(({ risk, lacksCode }) => lacksCode || (risk?.high ?? 0) > 0);
  const decision = toDecision();

  const updatesOf = (id: string) => impacts?.find(({ listingId }) => listingId === id)?.updatable ?? 0;

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
    const outcomes = await runInBatches(listingIds, (batch) =>
      decide.mutateAsync({ ...decision, listingIds: batch }),
    );
    onDecided({ action, listings, outcomes });
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ul className={classes.names}>
        {listings.map(({ id, name, version, publisher }) => (
          <li key={id}>
            <bdi>{name}</bdi> {version}{" "}
            <span className={classes.of}>
              by {publisher.name}
              {updatesOf(id) > 0 && ` · ${formatCount(updatesOf(id), "automatic update")}`}
            </span>
          </li>
        ))}
      </ul>
      {action === "approve" && risky.length > 0 && (
        <Callout isInset>
          <p>
            {formatCount(risky.length, "listing")} with High findings or without code will not be approved.
            Approve {risky.length === 1 ? "it in its review" : "them in their reviews"}:{" "}
            {risky.map(({ name, version }) => `${isolate(name)} ${version}`).join(", ")}
          </p>
        </Callout>
      )}
      {action === "reject" && (
        <ReasonSelect value={reason} onChange={setReason} error={wasTried && !reason && "Select a reason."} />
      )}
      <CommentField
        description={`${action === "approve" ? "Optional. " : ""}Visible to all publishers.`}
        value={comment}
        onChange={setComment}
        {...(action === "reject" && { error: wasTried && isSilent && "Enter a comment." })}
      />
      {action === "approve" && (
        <ul className={classes.impact} aria-label="Impact" aria-busy={!impacts && !isError}>
          {linesOf(impacts, isError).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
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

function linesOf(
  impacts: RouterOutputs["adminModeration"]["impacts"] | undefined,
  isError: boolean,
): string[] {
  if (impacts) return describeBulkApproval(impacts);
  return [isError ? "Installations couldn’t be counted" : "Counting installations…"];
}
