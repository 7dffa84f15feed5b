import { IconFlag } from "@tabler/icons-react";
import type { Metadata } from "next";
import { cache, Suspense } from "react";
import type { RouterOutputs } from "../../../_trpc/client";
import { api, HydrateClient, orNotFound } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { describeListingType } from "../../../_ui/data/listing-type";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { KeyValueList } from "../../../_ui/data/values";
import { formatCount, formatNumber } from "../../../_ui/format";
import { PageHeader } from "../../../_ui/page/page-header";
import { Section } from "../../../_ui/page/section";
import { Markdown } from "../../../_ui/text/markdown";
import { QUEUE_PATH } from "../../_components/paths";
import { Changes, Submission } from "../_components/changes";
import { ChecksPanel } from "../_components/checks/checks-panel";
import { Conversation } from "../_components/conversation";
import { DecisionPanel } from "../_components/decision/decision-panel";
import { Decisions } from "../_components/decisions";
import { Files } from "../_components/files/files";
import filesClasses from "../_components/files/files.module.css";
import { History } from "../_components/history";
import { Permissions } from "../_components/permissions";
import { Pictures } from "../_components/pictures";
import { Publisher } from "../_components/publisher";
import { ThemePreviews } from "../_components/theme-previews";
import flagsClasses from "./flags.module.css";
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
  if (listing.archiveSha256) void api.moderation.files.prefetch({ listingId: listing.id });
  const pictures = await api.moderation.pictures({ listingId: listing.id });
  const checks = await api.adminChecks.of({ listingId: listing.id });
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
          <HydrateClient>
            <ChecksPanel key={listing.id} found={checks} />
          </HydrateClient>
          <ThemePreviews review={review} />
          <Pictures found={pictures} version={listing.version} />
          <ArchiveFlags flags={review.flags} />
          <Permissions manifests={review.manifests} isUpdate={approved !== null} />
          {approved ? (
            <Changes approved={approved} submitted={listing} manifests={review.manifests} />
          ) : (
            <Submission review={review} />
          )}
          {listing.archiveSha256 && (
            <HydrateClient>
              <Suspense fallback={<FilesSkeleton />}>
                <Files
                  listingId={listing.id}
                  version={listing.version}
                  entry={review.manifests.submitted?.entry}
                />
              </Suspense>
            </HydrateClient>
          )}
          {listing.changelog && (
            <Section title="Changelog preview">
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
          <Conversation listingId={listing.id} publisher={publisher.name} found={review.messages} />
          <Decisions decisions={review.decisions} />
          <Impact reach={review.reach} />
          <Publisher review={review} />
          <History versions={review.history} />
        </div>
      </div>
    </>
  );
}

/** Differences of the archive from the previous version that deserve attention. */
function ArchiveFlags({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <Section title="Changes to review">
      <ul className={flagsClasses.list}>
        {flags.map((flag) => (
          <li key={flag} className={flagsClasses.flag}>
            <IconFlag size={16} stroke={1.75} aria-hidden="true" />
            <span>It {flag}.</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type ReachProps = { reach: RouterOutputs["moderation"]["review"]["reach"] };

/** Impact of a decision: downloads, versions, purchases. */
function Impact({ reach: { downloads, downloadsOfVersion, publishedVersions, tenants } }: ReachProps) {
  return (
    <Section title="Impact">
      <KeyValueList
        items={[
          { label: "Downloads", value: `${formatNumber(downloads)} total` },
          ...(downloadsOfVersion > 0
            ? [{ label: "This version", value: formatCount(downloadsOfVersion, "download") }]
            : []),
          { label: "Published", value: formatCount(publishedVersions, "version") },
          { label: "Purchases", value: formatNumber(tenants) },
        ]}
      />
    </Section>
  );
}

/** Skeleton of `Files`. */
function FilesSkeleton() {
  return (
    <Section title="Files" description="Loading…">
      <div className={filesClasses.frame}>
        <div className={filesClasses.waiting} />
        <div className={filesClasses.file}>
          <div className={filesClasses.waiting} />
        </div>
      </div>
    </Section>
  );
}
