"use client";

import { useCallback } from "react";
import { useClockText } from "../../../_ui/data/clock";
import { RelativeTime } from "../../../_ui/data/time";
import { formatNumber } from "../../../_ui/format";
import type { ListingDetail } from "./listing-detail";
import classes from "./listing-outcome.module.css";
import { describeDue, describeUsualWait } from "./review-words";

/** Where a pending listing stands in the queue, and when its publisher may expect to hear. */
export function ReviewWait({ listing }: { listing: ListingDetail }) {
  const { review, submittedAt } = listing;
  const wait = review?.typicalWaitSeconds ?? null;
  const toDue = useCallback(
    (now: number) => describeDue(Date.parse(submittedAt), wait, now),
    [submittedAt, wait],
  );
  const due = useClockText(toDue);
  return (
    <section className={classes.outcome} data-tone="info" aria-label="Review">
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
        {due} {describeUsualWait(wait)}
      </p>
    </section>
  );
}
