"use client";

import { Select, Textarea } from "@mantine/core";
import { useState } from "react";
import { REASON_IDS, REASONS, type ReasonId } from "@/server/moderation/policy.ts";
import { DecisionForm } from "./decision-form";
import type { DecisionFormOf } from "./decision-panel";
import classes from "./decision-panel.module.css";
import { DECISION_ACTIONS } from "./use-decision";

const options = REASON_IDS.map((value) => ({ value, label: REASONS[value].title }));

/** Form that rejects or suspends, with a reason and a comment, and a preview of what the publisher will read. */
export function ReasonedForm({
  action,
  listing,
  publisher,
  decision,
  onCancel,
}: DecisionFormOf<"reject" | "suspend">) {
  const [reason, setReason] = useState<ReasonId | null>(null);
  const [comment, setComment] = useState("");
  const hasComment = comment.trim() !== "";
  return (
    <DecisionForm
      input={reason && hasComment ? { listingId: listing.id, action, reason, comment } : null}
      submitLabel={`${DECISION_ACTIONS[action].label} ${listing.version}`}
      isDestructive
      decision={decision}
      onCancel={onCancel}
    >
      {(wasTried) => (
        <>
          <Select
            label="Reason"
            placeholder="Choose a reason"
            required
            withAsterisk={false}
            data={options}
            value={reason}
            onChange={(value) => setReason(value as ReasonId | null)}
            allowDeselect={false}
            maxDropdownHeight={320}
            error={wasTried && !reason && "Choose a reason."}
          />
          <Textarea
            label="Comment"
            description="What exactly is wrong, and where."
            required
            withAsterisk={false}
            autosize
            minRows={4}
            maxRows={14}
            maxLength={2_000}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
            error={wasTried && !hasComment && "Say what is wrong."}
          />
          {reason && (
            <div className={classes.preview}>
              <p className={classes.previewTitle}>{publisher} will read</p>
              <p className={classes.previewReason}>{REASONS[reason].title}</p>
              {hasComment && <p className={classes.previewComment}>{comment.trim()}</p>}
              <p className={classes.previewHelp}>{REASONS[reason].help}</p>
            </div>
          )}
        </>
      )}
    </DecisionForm>
  );
}
