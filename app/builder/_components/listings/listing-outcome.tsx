import type { ReactNode } from "react";
import { describeReason } from "@/server/listings/policy.ts";
import type { Tone } from "../../../_ui/data/status-badge";
import { RelativeTime } from "../../../_ui/data/time";
import { Link } from "../../../_ui/page/link";
import { itemPath } from "../market-path";
import type { ListingDetail } from "./listing-detail";
import classes from "./listing-outcome.module.css";
import { ReviewWait } from "./review-wait";

/** What became of the listing so far, and what its publisher can do now. */
export function ListingOutcome({ listing }: { listing: ListingDetail }) {
  const when = listing.decidedAt && <RelativeTime value={listing.decidedAt} />;
  switch (listing.status) {
    case "PENDING_APPROVAL":
      return <ReviewWait listing={listing} />;
    case "APPROVED":
      return (
        <Outcome tone="ok" title={<>Approved {when}</>} listing={listing}>
          This version is <Link href={itemPath(listing)}>on the marketplace</Link>. A newer one replaces it
          there as soon as it is approved, too.
        </Outcome>
      );
    case "REJECTED":
      return (
        <Outcome tone="bad" title={<>Rejected {when}</>} listing={listing}>
          The version number stays used: submit the next attempt under a higher one, or answer below if you
          see it differently. <Link href="/docs/moderation#rejected">How moderation works</Link>
        </Outcome>
      );
    case "SUSPENDED":
      return (
        <Outcome tone="warn" title={<>Taken down {when}</>} listing={listing}>
          This version was approved before and cannot be found on the marketplace now. A moderator can bring
          it back.
        </Outcome>
      );
    case "WITHDRAWN":
      return (
        <Outcome tone="idle" title={<>Withdrawn {when}</>} listing={listing}>
          Nobody can find this version on the marketplace. Its number stays used.
        </Outcome>
      );
  }
}

type OutcomeProps = { tone: Tone; title: ReactNode; listing: ListingDetail; children: ReactNode };

function Outcome({ tone, title, listing, children }: OutcomeProps) {
  const { reason, comment } = listing.decision ?? { reason: null, comment: null };
  const known = reason ? describeReason(reason) : null;
  return (
    <section className={classes.outcome} data-tone={tone} aria-label="Decision">
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
