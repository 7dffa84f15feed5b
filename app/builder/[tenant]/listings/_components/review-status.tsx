"use client";

import type { ReactNode } from "react";
import { describeTypicalWait } from "@/app/_components/labels/typical-wait.ts";
import { listingPath } from "@/app/_paths/builder.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { itemPath } from "@/app/_paths/marketplace.ts";
import { DueTime, RelativeTime } from "@/app/_ui/data/time.tsx";
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
  /** Of its decision; null once it was decided. */
  dueAt: string | null;
  /** Version that replaced a rejected one. */
  successor: Pick<ListingDetail, "id" | "version" | "status"> | undefined;
};

/** Review status of a listing, the decision on it and the next step for its publisher. */
export function ReviewStatus({ tenant, listing, dueAt, successor }: ReviewStatusProps) {
  const when = listing.decidedAt && <RelativeTime value={listing.decidedAt} />;
  switch (listing.status) {
    case "PENDING_APPROVAL":
      return <PendingReview listing={listing} dueAt={dueAt} />;
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

/** Queue position of a pending listing, its due time and the usual wait. */
function PendingReview({ listing, dueAt }: Pick<ReviewStatusProps, "listing" | "dueAt">) {
  const { review, submittedAt } = listing;
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
        {dueAt && (
          <>
            Due <DueTime value={dueAt} overdueClass={classes.overdue} />.{" "}
          </>
        )}
        {describeTypicalWait(review?.typicalWaitSeconds ?? null)}
      </p>
    </section>
  );
}
