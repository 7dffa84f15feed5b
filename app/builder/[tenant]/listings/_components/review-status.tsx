"use client";

import { type ReactNode, useCallback } from "react";
import { describeReason } from "@/server/listings/policy.ts";
import { useClockText } from "../../../../_ui/data/clock";
import type { Tone } from "../../../../_ui/data/status-badge";
import { RelativeTime } from "../../../../_ui/data/time";
import { formatNumber } from "../../../../_ui/format";
import { Link } from "../../../../_ui/page/link";
import { itemPath } from "../../../../(site)/marketplace/_components/market-view";
import type { ListingDetail } from "./listing-detail";
import classes from "./review-status.module.css";

/** Review status of a listing, the decision on it and the next step for its publisher. */
export function ReviewStatus({ listing }: { listing: ListingDetail }) {
  const when = listing.decidedAt && <RelativeTime value={listing.decidedAt} />;
  switch (listing.status) {
    case "PENDING_APPROVAL":
      return <PendingReview listing={listing} />;
    case "APPROVED":
      return (
        <Decision tone="ok" title={<>Approved {when}</>} listing={listing}>
          This version is <Link href={itemPath(listing)}>on the marketplace</Link>. A newer one replaces it
          there as soon as it is approved, too.
        </Decision>
      );
    case "REJECTED":
      return (
        <Decision tone="bad" title={<>Rejected {when}</>} listing={listing}>
          The version number stays used: submit the next attempt under a higher one, or answer below if you
          see it differently. <Link href="/docs/moderation#rejected">How moderation works</Link>
        </Decision>
      );
    case "SUSPENDED":
      return (
        <Decision tone="warn" title={<>Taken down {when}</>} listing={listing}>
          This version was approved before and cannot be found on the marketplace now. A moderator can bring
          it back.
        </Decision>
      );
    case "WITHDRAWN":
      return (
        <Decision tone="idle" title={<>Withdrawn {when}</>} listing={listing}>
          Nobody can find this version on the marketplace. Its number stays used.
        </Decision>
      );
  }
}

type DecisionProps = { tone: Tone; title: ReactNode; listing: ListingDetail; children: ReactNode };

function Decision({ tone, title, listing, children }: DecisionProps) {
  const { reason, comment } = listing.decision ?? { reason: null, comment: null };
  const known = reason ? describeReason(reason) : null;
  return (
    <section className={classes.status} data-tone={tone} aria-label="Decision">
      <h2 className={classes.title}>{title}</h2>
      {known && (
        <div className={classes.reason}>
          <p className={classes.label}>{known.title}</p>
          {known.help && <p>{known.help}</p>}
        </div>
      )}
      {comment && (
        <figure className={classes.comment}>
          <figcaption>
            {listing.status === "WITHDRAWN" ? "The publisher wrote" : "The moderator wrote"}
          </figcaption>
          <blockquote>{comment}</blockquote>
        </figure>
      )}
      <p className={classes.text}>{children}</p>
    </section>
  );
}

/** Queue position of a pending listing and its expected decision. */
function PendingReview({ listing }: { listing: ListingDetail }) {
  const { review, submittedAt } = listing;
  const wait = review?.typicalWaitSeconds ?? null;
  const toDue = useCallback(
    (now: number) => describeDue(Date.parse(submittedAt), wait, now),
    [submittedAt, wait],
  );
  const due = useClockText(toDue);
  return (
    <section className={classes.status} data-tone="info" aria-label="Review">
      <h2 className={classes.title}>
        Waiting for a moderator, submitted <RelativeTime value={submittedAt} />
      </h2>
      {review && (
        <p className={classes.place}>
          <span className={classes.position}>
            {formatNumber(review.position)} of {formatNumber(review.pending)}
          </span>
          <span>in the queue, which is worked oldest first</span>
        </p>
      )}
      <p className={classes.text}>
        {due} {describeTypicalWait(wait)}
      </p>
    </section>
  );
}

/** Percentiles of the time to a decision, in seconds. */
type WaitPercentiles = { p50: number; p90: number };

const NBSP = "\u00a0";
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Due time by the 90th percentile. Times in ms. */
export function describeDue(submittedAt: number, wait: WaitPercentiles | null, now: number): string {
  if (!wait) return "A decision usually comes within a few days.";
  const left = wait.p90 - (now - submittedAt) / 1000;
  if (left <= 0) return "This one takes longer than nine of ten do; it has not been forgotten.";
  return `Due in ${formatWait(left)} at the latest, if it goes as it does for nine of ten.`;
}

export function describeTypicalWait(wait: WaitPercentiles | null): string {
  if (!wait) return "Too few have been decided yet to say how long it takes.";
  return `Half of all submissions are decided within ${formatWait(wait.p50)}, nine of ten within ${formatWait(wait.p90)}.`;
}

function formatWait(seconds: number): string {
  if (seconds < 1.5 * HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))}${NBSP}min`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)}${NBSP}h`;
  return `${Math.round(seconds / DAY)}${NBSP}d`;
}
