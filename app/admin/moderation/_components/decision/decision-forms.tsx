"use client";

import { useState } from "react";
import { describeApproval, describeRemoval } from "@/app/_components/labels/decision-impact.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { lacksCode } from "@/server/domains/items/archives/policy.ts";
import { REASONS, type ReasonId } from "@/server/domains/listings/policy.ts";
import { NO_CODE, suggestReasons } from "@/server/domains/moderation/policy.ts";
import { Acknowledgement } from "./acknowledgement";
import { CommentField, DecisionForm } from "./decision-form";
import type { DecisionFormOf } from "./decision-panel";
import classes from "./decision-panel.module.css";
import { ReasonSelect } from "./reason-select";
import { DECISION_ACTIONS } from "./use-decision";

/** Form that approves, with the acknowledgement of High findings and of a version without code. */
export function ApproveForm(props: DecisionFormOf<"approve">) {
  const { action, listing, publisher, impact, decision, onCancel } = props;
  const [comment, setComment] = useState("");
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const { data: checks } = trpc.adminChecks.of.useQuery({ listingId: listing.id });
  const findings = checks?.findings.filter(({ severity }) => severity === "HIGH") ?? [];
  const isWithoutCode = lacksCode(listing);
  const fingerprints = [
    ...(isWithoutCode ? [NO_CODE] : []),
    ...findings.map(({ fingerprint }) => fingerprint),
  ];
  // A finding that a later run adds is not accepted yet.
  const areAccepted = fingerprints.every((fingerprint) => accepted.includes(fingerprint));
  return (
    <DecisionForm
      input={
        areAccepted ? { listingId: listing.id, action, comment, acknowledgedFindings: fingerprints } : null
      }
      submitLabel={`${DECISION_ACTIONS[action].label} ${listing.version}`}
      decision={decision}
      onCancel={onCancel}
    >
      {(wasTried) => (
        <>
          {fingerprints.length > 0 && (
            <Acknowledgement
              findings={findings}
              lacksCode={isWithoutCode}
              isChecked={areAccepted}
              onChange={(isChecked) => setAccepted(isChecked ? fingerprints : [])}
              error={wasTried && !areAccepted && "Accept to approve"}
            />
          )}
          <CommentField
            description={`Optional. Visible to ${publisher}.`}
            value={comment}
            onChange={setComment}
          />
          <ImpactNote lines={describeApproval(impact)} />
        </>
      )}
    </DecisionForm>
  );
}

/** Form that restores, with a comment. */
export function RestoreForm({ action, listing, publisher, decision, onCancel }: DecisionFormOf<"restore">) {
  const [comment, setComment] = useState("");
  const isMissing = comment.trim() === "";
  return (
    <DecisionForm
      input={isMissing ? null : { listingId: listing.id, action, comment }}
      submitLabel={`${DECISION_ACTIONS[action].label} ${listing.version}`}
      decision={decision}
      onCancel={onCancel}
    >
      {(wasTried) => (
        <CommentField
          description={`Visible to ${publisher}.`}
          value={comment}
          onChange={setComment}
          error={wasTried && isMissing && "Enter a comment."}
        />
      )}
    </DecisionForm>
  );
}

/** Form that rejects or suspends, with a reason, which findings suggest, a comment, and a preview of what the publisher will read. */
export function ReasonedForm({
  action,
  listing,
  publisher,
  impact,
  decision,
  onCancel,
}: DecisionFormOf<"reject" | "suspend">) {
  const { data: checks } = trpc.adminChecks.of.useQuery({ listingId: listing.id });
  const findings = checks?.findings ?? [];
  const suggested = suggestReasons(findings);
  // A minor finding is rarely what a rejection is about.
  const [cause] = findings.filter(({ severity }) => severity !== "LOW");
  const proposed = cause ? (suggestReasons([cause])[0] ?? null) : null;
  const [chosen, setChosen] = useState<ReasonId>();
  const reason = chosen ?? proposed;
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
          <ReasonSelect
            value={reason}
            onChange={setChosen}
            suggested={suggested}
            description={reason === proposed && cause ? `Suggested by “${cause.title}”` : undefined}
            error={wasTried && !reason && "Select a reason."}
          />
          <CommentField
            description="What to fix, and where."
            value={comment}
            onChange={setComment}
            error={wasTried && !hasComment && "Enter a comment."}
          />
          {action === "suspend" && <ImpactNote lines={describeRemoval(impact)} />}
          {reason && (
            <div className={classes.preview}>
              <p className={classes.previewTitle}>Preview for {publisher}</p>
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

/** Impact of the decision, above its button. */
function ImpactNote({ lines }: { lines: string[] }) {
  return (
    <ul className={classes.impact} aria-label="Impact">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
