"use client";

import { type ReactNode, useCallback } from "react";
import { listingPath } from "@/app/_paths/builder.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { itemPath } from "@/app/_paths/marketplace.ts";
import { useClockText } from "@/app/_ui/data/clock.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import type { Tone } from "@/app/_ui/data/values.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { ExpandableText } from "@/app/_ui/text/expandable-text.tsx";
import { describeReason } from "@/server/domains/listings/policy.ts";
import type { ListingDetail } from "./listing-detail";
import classes from "./review-status.module.css";

type ReviewStatusProps = {
  tenant: string;
  listing: ListingDetail;
  /** Version that replaced a rejected one. */
  successor: Pick<ListingDetail, "id" | "version" | "status"> | undefined;
};

/** Review status of a listing, the decision on it and the next step for its publisher. */
export function ReviewStatus({ tenant, listing, successor }: ReviewStatusProps) {
  const when = listing.decidedAt && <RelativeTime value={listing.decidedAt} />;
  switch (listing.status) {
    case "PENDING_APPROVAL":
      return <PendingReview listing={listing} />;
    case "APPROVED":
      return (
        <Decision tone="ok" title={<>Approved {when}</>} listing={listing}>
          This version is <Link href={itemPath(listing)}>on the marketplace</Link>.
        </Decision>
      );
    case "REJECTED":
      return (
        <Decision tone="bad" title={<>Rejected {when}</>} listing={listing}>
          {successor ? (
            <>
              <Link href={listingPath(tenant, successor.id)}>Version {successor.version}</Link>{" "}
              {successor.status === "APPROVED" ? "was approved." : "is pending review."}
            </>
          ) : (
            "Fix the issue and submit a higher version, or reply below."
          )}{" "}
          <Link href={`${DOCS.moderation.path}#rejected`}>How moderation works</Link>
        </Decision>
      );
    case "SUSPENDED":
      return (
        <Decision tone="warn" title={<>Suspended {when}</>} listing={listing}>
          This version was removed from the marketplace. A moderator can restore it.
        </Decision>
      );
    case "WITHDRAWN":
      return (
        <Decision tone="idle" title={<>Withdrawn {when}</>} listing={listing}>
          This version is not on the marketplace. Its version number can’t be reused.
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
            {listing.status === "WITHDRAWN" ? "Publisher’s comment" : "Moderator’s comment"}
          </figcaption>
          <blockquote>
            <ExpandableText text={comment} />
          </blockquote>
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
        Pending approval · submitted <RelativeTime value={submittedAt} />
      </h2>
      {review && (
        <p className={classes.place}>
          <span className={classes.position}>
            {formatNumber(review.position)} of {formatNumber(review.pending)}
          </span>
          <span>in the queue</span>
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

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Due time by the 90th percentile. Times in ms. */
export function describeDue(submittedAt: number, wait: WaitPercentiles | null, now: number): string {
  if (!wait) return "Decisions usually take a few days.";
  const left = wait.p90 - (now - submittedAt) / 1000;
  if (left <= 0) return "This review is taking longer than usual.";
  return `Expected within ${formatWait(left)}.`;
}

/** Percentiles of the wait as a sentence; empty while too few listings are decided. */
export function describeTypicalWait(wait: WaitPercentiles | null): string {
  if (!wait) return "";
  return `Typical time to decision: p50 ${formatWait(wait.p50)}, p90 ${formatWait(wait.p90)}.`;
}

function formatWait(seconds: number): string {
  if (seconds < 1.5 * HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))}m`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)}h`;
  return `${Math.round(seconds / DAY)}d`;
}
