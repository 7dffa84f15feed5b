"use client";

import { Button, Select, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { DecideListings } from "@/server/moderation/input.ts";
import { REASON_IDS, REASONS } from "@/server/moderation/policy.ts";
import { trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";
import { Dialog } from "../../../../_ui/actions/dialog";
import { formatCount } from "../../../../_ui/format";
import type { QueuedListing } from "../queue-columns";
import classes from "./bulk.module.css";
import type { BulkAct, Decided, Outcome } from "./bulk-bar";

type BulkDialogProps = {
  act: BulkAct | undefined;
  listings: readonly QueuedListing[];
  onClose: () => void;
  onDecided: (decided: Decided) => void;
};

const SENT_AT_ONCE = 5;

const TITLES = { approve: "Approve", reject: "Reject" } as const;

/** Asks once for what is said to the publishers of all, and shows which they are. */
export function BulkDialog({ act, listings, onClose, onDecided }: BulkDialogProps) {
  return (
    <Dialog
      isOpen={act !== undefined}
      onClose={onClose}
      title={act ? `${TITLES[act]} ${formatCount(listings.length, "listing")}` : ""}
    >
      {act && <BulkForm act={act} listings={listings} onClose={onClose} onDecided={onDecided} />}
    </Dialog>
  );
}

function BulkForm({ act, listings, onClose, onDecided }: BulkDialogProps & { act: BulkAct }) {
  const [reason, setReason] = useState<string | null>(null);
  const [comment, setComment] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const decide = trpc.moderation.decideMany.useMutation();
  const listingIds = listings.map(({ id }) => id);
  const checked = DecideListings.safeParse({
    action: act,
    listingIds,
    comment,
    ...(act === "reject" && { reason }),
  });
  const isWrong = (field: string) =>
    wasTried && !checked.success && checked.error.issues.some(({ path }) => path[0] === field);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (!checked.success) return;
    setIsBusy(true);
    const outcomes: Outcome[] = [];
    for (let at = 0; at < listingIds.length; at += SENT_AT_ONCE) {
      outcomes.push(...(await decidePiece(checked.data, listingIds.slice(at, at + SENT_AT_ONCE))));
    }
    onDecided({ act, listings, outcomes });
  }

  /** What is sent at once has an answer in time; what has none is told beside the rest. */
  async function decidePiece(decision: DecideListings, pieceIds: string[]): Promise<Outcome[]> {
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
      {act === "reject" && (
        <Select
          label="Reason"
          placeholder="Choose a reason"
          data={REASON_IDS.map((value) => ({ value, label: REASONS[value].title }))}
          value={reason}
          onChange={setReason}
          allowDeselect={false}
          error={isWrong("reason") && "Choose a reason."}
        />
      )}
      <Textarea
        label="Comment"
        description={`${act === "approve" ? "Optional. " : ""}Every one of the publishers reads it word for word.`}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2_000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        error={isWrong("comment") && "Say what is wrong."}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} {...(act === "reject" && { color: "red" })}>
          {TITLES[act]} {formatCount(listings.length, "listing")}
        </Button>
      </div>
    </form>
  );
}
