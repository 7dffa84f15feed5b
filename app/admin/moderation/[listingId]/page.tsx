import { IconFlag } from "@tabler/icons-react";
import type { Metadata } from "next";
import { cache, Suspense } from "react";
import { ChangelogText } from "@/app/_components/changelog/markdown.tsx";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { NoCode, StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { QUEUE_PATH } from "@/app/_paths/admin.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { api, HydrateClient, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { History } from "@/app/admin/moderation/_components/decisions.tsx";
import { lacksCode } from "@/server/domains/items/archives/policy.ts";
import { describeVersionFlag, isUnannounced, type VersionFlag } from "@/shared/plugin/version-flags.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { Changes, Submission } from "../_components/changes";
import { ChecksPanel } from "../_components/checks/checks-panel";
import { Conversation } from "../_components/conversation";
import { DecisionPanel } from "../_components/decision/decision-panel";
import { Decisions } from "../_components/decisions";
import { DiffView } from "../_components/diff/diff-view";
import { Files } from "../_components/files/files";
import filesClasses from "../_components/files/files.module.css";
import { Notes } from "../_components/notes";
import { Permissions } from "../_components/permissions";
import { Pictures } from "../_components/pictures";
import { Publisher } from "../_components/publisher";
import { type SectionLink, SectionNav } from "../_components/section-nav";
import { ThemePreviews } from "../_components/theme-previews";
import flagsClasses from "./flags.module.css";
import classes from "./page.module.css";

type ReviewPageProps = { params: Promise<{ listingId: string }> };

const getReview = cache((listingId: string) => orNotFound(api.adminModeration.review({ listingId })));

export async function generateMetadata({ params }: ReviewPageProps): Promise<Metadata> {
  await requireAdmin();
  const { listing } = await getReview((await params).listingId);
  return { title: `${isolate(listing.name)} ${listing.version}` };
}

export default async function ReviewPage({ params }: ReviewPageProps) {
  await requireAdmin();
  const review = await getReview((await params).listingId);
  const { listing, approved, publisher, nextListingId } = review;
  if (listing.archiveSha256) void api.adminModeration.files.prefetch({ listingId: listing.id });
  const pictures = await api.adminModeration.pictures({ listingId: listing.id });
  const checks = await api.adminChecks.of({ listingId: listing.id });
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: QUEUE_PATH, label: "Moderation" }]}
        title={`${isolate(listing.name)} ${listing.version}`}
        badge={
          <>
            <StatusBadge status={listing.status} />
            {lacksCode(listing) && <NoCode />}
          </>
        }
        description={`${describeListingType(listing.type)} ${listing.slug}`}
      />
      <SectionNav
        sections={listSections(review)}
        dueAt={listing.status === "PENDING_APPROVAL" ? review.dueAt : null}
        typicalWait={review.typicalWait}
      />
      <div className={classes.columns}>
        <div className={classes.content}>
          <ThemePreviews review={review} />
          <HydrateClient>
            {listing.archiveSha256 && (
              <Suspense fallback={<FilesSkeleton />}>
                <Files
                  listingId={listing.id}
                  version={listing.version}
                  entry={review.manifests.submitted?.entry}
                />
              </Suspense>
            )}
            <ChecksPanel key={listing.id} found={checks} />
          </HydrateClient>
          <Pictures found={pictures} version={listing.version} />
          <Permissions manifests={review.manifests} isUpdate={approved !== null} />
          <ArchiveFlags flags={review.flags} version={review.listing.version} />
          {approved ? (
            <Changes approved={approved} submitted={listing} manifests={review.manifests} />
          ) : (
            <Submission review={review} />
          )}
          <Changelog listing={listing} changelog={review.changelog} approved={approved} />
        </div>
        <div className={classes.side}>
          <DecisionPanel
            key={listing.id}
            listing={listing}
            publisher={publisher.name}
            claim={review.claim}
            impact={review.impact}
            nextListingId={nextListingId}
          />
          <Conversation listingId={listing.id} publisher={publisher.name} found={review.messages} />
          <Notes listingId={listing.id} found={review.notes} />
          <Decisions decisions={review.decisions} />
          <Impact review={review} />
          <Publisher review={review} />
          {review.history.length > 0 && <History versions={review.history} />}
        </div>
      </div>
    </>
  );
}

type Review = RouterOutputs["adminModeration"]["review"];

/** Sections in their order on the page. */
function listSections({ listing, approved, manifests, looks }: Review): SectionLink[] {
  return [
    ...(looks ? [{ id: "preview", label: "Preview" }] : []),
    ...(listing.archiveSha256 ? [{ id: "files", label: "Files" }] : []),
    { id: "checks", label: "Checks" },
    ...(manifests.submitted ? [{ id: "permissions", label: "Permissions" }] : []),
    { id: "changes", label: approved ? "Changes" : "Details" },
    { id: "description", label: "Description" },
    ...(listing.changelog ? [{ id: "changelog", label: "Changelog" }] : []),
  ];
}

/** Changelog as the marketplace shows it; for an update, its changes on demand. */
function Changelog({ listing, changelog, approved }: Pick<Review, "listing" | "changelog" | "approved">) {
  if (!listing.changelog) return null;
  const isCompared = approved !== null && approved.changelog !== listing.changelog;
  return (
    <Section id="changelog" title="Changelog">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.preview} aria-label="Changelog" tabIndex={0}>
        <ChangelogText source={listing.changelog} document={changelog} />
      </section>
      {isCompared && (
        <details className={classes.changes}>
          <summary>Compare with {approved.version}</summary>
          <DiffView
            caption="Changelog changes"
            before={{ title: `${approved.version}, approved`, text: approved.changelog ?? "" }}
            after={{ title: `${listing.version}, submitted`, text: listing.changelog }}
          />
        </details>
      )}
    </Section>
  );
}

/** Flags that tell more than the permissions and fields beside them: changes that the version number does not announce. */
function ArchiveFlags({ flags: all, version }: { flags: readonly VersionFlag[]; version: string }) {
  const flags = all.filter(isUnannounced).map((flag) => describeVersionFlag(flag, version));
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

/** Impact of a decision: downloads, versions, purchases, installations, builds. */
function Impact({ review: { reach, impact, listing } }: { review: Review }) {
  const { downloads, downloadsOfVersion, publishedVersions, tenants } = reach;
  const isPending = listing.status === "PENDING_APPROVAL";
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
          ...(isPending
            ? [
                { label: "Automatic updates", value: formatCount(impact.updatable, "installation") },
                { label: "Need consent", value: formatCount(impact.needConsent, "installation") },
                { label: "Excluded by policy", value: formatCount(impact.manual, "installation") },
              ]
            : [
                { label: "Installations", value: formatNumber(impact.installations) },
                { label: "Workspaces", value: formatNumber(impact.tenants) },
                { label: "Unfinished builds", value: formatNumber(impact.builds) },
              ]),
        ]}
      />
    </Section>
  );
}

/** Skeleton of `Files`. */
function FilesSkeleton() {
  return (
    <Section id="files" title="Files" description="Loading…">
      <div className={filesClasses.frame}>
        <div className={filesClasses.waiting} />
        <div className={filesClasses.file}>
          <div className={filesClasses.waiting} />
        </div>
      </div>
    </Section>
  );
}
