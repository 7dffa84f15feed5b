import type { Metadata } from "next";
import { cache } from "react";
import { api, orNotFound } from "../../../_trpc/server";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { KeyValueList } from "../../../_ui/data/key-value-list";
import { describeListingType } from "../../../_ui/data/listing-type";
import { RelativeTime } from "../../../_ui/data/relative-time";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { PageHeader } from "../../../_ui/page/page-header";
import { Section } from "../../../_ui/page/section";
import { Markdown } from "../../../_ui/text/markdown";
import { QUEUE_PATH } from "../../_components/paths";
import { requireAdmin } from "../../require-admin";
import { Changes } from "../_components/changes";
import { DecisionPanel } from "../_components/decision/decision-panel";
import { Decisions } from "../_components/decisions";
import { Flags } from "../_components/flags";
import { History } from "../_components/history";
import { Looks } from "../_components/looks";
import { Submission } from "../_components/submission";
import classes from "./page.module.css";

type ReviewPageProps = { params: Promise<{ listingId: string }> };

const getReview = cache((listingId: string) => orNotFound(api.moderation.review({ listingId })));

export async function generateMetadata({ params }: ReviewPageProps): Promise<Metadata> {
  await requireAdmin();
  const { listing } = await getReview((await params).listingId);
  return { title: `${listing.name} ${listing.version}` };
}

export default async function ReviewPage({ params }: ReviewPageProps) {
  await requireAdmin();
  const review = await getReview((await params).listingId);
  const { listing, approved, publisher, nextListingId } = review;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: QUEUE_PATH, label: "Moderation" }]}
        title={listing.name}
        badge={<StatusBadge status={listing.status} />}
        description={`${describeListingType(listing.type)} ${listing.slug}, version ${listing.version}, from ${publisher.name}`}
      />
      <div className={classes.columns}>
        <div className={classes.content}>
          <Looks review={review} />
          <Flags flags={review.flags} />
          {approved ? <Changes approved={approved} submitted={listing} /> : <Submission listing={listing} />}
          {listing.changelog && (
            <Section title="Changelog as readers will see it">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
              <section className={classes.preview} aria-label="Changelog" tabIndex={0}>
                <Markdown source={listing.changelog} />
              </section>
            </Section>
          )}
        </div>
        <div className={classes.side}>
          <DecisionPanel
            key={listing.id}
            listing={listing}
            publisher={publisher.name}
            claim={review.claim}
            nextListingId={nextListingId}
          />
          <Decisions decisions={review.decisions} />
          <Submitter review={review} />
          <History versions={review.history} />
        </div>
      </div>
    </>
  );
}

function Submitter({ review: { listing, publisher, submittedBy } }: { review: Review }) {
  return (
    <Section title="Submission">
      <KeyValueList
        items={[
          { label: "Publisher", value: publisher.name },
          { label: "Tenant", value: <code>{publisher.slug}</code> },
          {
            label: "Submitted by",
            value: submittedBy && (
              <>
                {submittedBy.name}
                <br />
                <a href={`mailto:${submittedBy.email}`}>{submittedBy.email}</a>
              </>
            ),
          },
          { label: "Submitted", value: <RelativeTime value={listing.submittedAt} /> },
          { label: "Listing id", value: <CopyableId id={listing.id} label="listing id" /> },
        ]}
      />
    </Section>
  );
}

type Review = Awaited<ReturnType<typeof getReview>>;
