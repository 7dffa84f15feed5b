"use client";

import { Textarea } from "@mantine/core";
import { useState } from "react";
import { DecisionForm } from "./decision-form";
import type { DecisionFormOf } from "./decision-panel";
import { DECISION_ACTIONS } from "./use-decision";

/** Form that approves (comment optional) or restores (comment required). */
export function CommentForm({
  action,
  listing,
  publisher,
  decision,
  onCancel,
}: DecisionFormOf<"approve" | "restore">) {
  const [comment, setComment] = useState("");
  const isOptional = action === "approve";
  const isMissing = !isOptional && comment.trim() === "";
  return (
    <DecisionForm
      input={isMissing ? null : { listingId: listing.id, action, comment }}
      submitLabel={`${DECISION_ACTIONS[action].label} ${listing.version}`}
      decision={decision}
      onCancel={onCancel}
    >
      {(wasTried) => (
        <Textarea
          label="Comment"
          description={`${isOptional ? "Optional. " : "Why. "}${publisher} reads it word for word.`}
          required={!isOptional}
          withAsterisk={false}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={2_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={wasTried && isMissing && "Say why."}
        />
      )}
    </DecisionForm>
  );
}
