"use client";

import { Textarea } from "@mantine/core";
import { useState } from "react";
import { DecisionForm } from "./decision-form";
import type { ReviewedListing } from "./decision-panel";
import type { Decision } from "./use-decide";

type ApproveFormProps = {
  listing: ReviewedListing;
  publisher: string;
  decision: Decision;
  onCancel: () => void;
};

export function ApproveForm({ listing, publisher, decision, onCancel }: ApproveFormProps) {
  const [comment, setComment] = useState("");
  return (
    <DecisionForm
      input={{ listingId: listing.id, action: "approve", comment }}
      submitLabel={`Approve ${listing.version}`}
      decision={decision}
      onCancel={onCancel}
    >
      {(errors) => (
        <Textarea
          label="Comment"
          description={`Optional. ${publisher} reads it word for word.`}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={2_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={errors["comment"]}
        />
      )}
    </DecisionForm>
  );
}
