"use client";

import { Select, Textarea } from "@mantine/core";
import { useState } from "react";
import { REJECTION_REASONS, type RejectionReason } from "@/server/moderation/input.ts";
import { DecisionForm } from "./decision-form";
import type { ReviewedListing } from "./decision-panel";
import classes from "./decision-panel.module.css";
import type { Decision } from "./use-decide";

type RejectFormProps = {
  listing: ReviewedListing;
  publisher: string;
  decision: Decision;
  onCancel: () => void;
};

const options = Object.entries(REJECTION_REASONS).map(([value, { label }]) => ({ value, label }));

export function RejectForm({ listing, publisher, decision, onCancel }: RejectFormProps) {
  const [reason, setReason] = useState<RejectionReason | null>(null);
  const [comment, setComment] = useState("");
  return (
    <DecisionForm
      input={{ listingId: listing.id, action: "reject", reason, comment }}
      submitLabel={`Reject ${listing.version}`}
      isDestructive
      decision={decision}
      onCancel={onCancel}
    >
      {(errors) => (
        <>
          <Select
            label="Reason"
            placeholder="Choose a reason"
            required
            withAsterisk={false}
            data={options}
            value={reason}
            onChange={(value) => setReason(value as RejectionReason | null)}
            allowDeselect={false}
            maxDropdownHeight={320}
            error={errors["reason"]}
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
            error={errors["comment"]}
          />
          {reason && (
            <div className={classes.preview}>
              <p className={classes.previewTitle}>{publisher} will read</p>
              <p className={classes.previewReason}>{REJECTION_REASONS[reason].label}</p>
              {comment.trim() && <p className={classes.previewComment}>{comment.trim()}</p>}
              <p className={classes.previewHelp}>{REJECTION_REASONS[reason].help}</p>
            </div>
          )}
        </>
      )}
    </DecisionForm>
  );
}
