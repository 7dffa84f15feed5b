"use client";

import type { ReactNode } from "react";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { ChecksState } from "@/app/_components/findings/checks-state.tsx";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { NoCode, StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { Gallery } from "@/app/_components/theme/gallery.tsx";
import { ThemePreviewPair, ThemeWarnings } from "@/app/_components/theme/theme-preview.tsx";
import { entityPath, listingsPath, toEntityKey } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { ExactTime } from "@/app/_ui/data/time.tsx";
import { Absent, KeyValueList } from "@/app/_ui/data/values.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { lacksCode } from "@/server/domains/items/archives/policy.ts";
import { findLatest } from "@/server/domains/listings/policy.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { ListingConversation } from "./listing-conversation";
import classes from "./listing-detail.module.css";
import { ReviewStatus } from "./review-status";
import { WithdrawListing } from "./withdraw-listing";

export type ListingDetail = RouterOutputs["listings"]["get"];
type ListingVersions = RouterOutputs["listings"]["versions"];

type ListingDetailPageProps = {
  tenant: { id: string; slug: string };
  initialListing: ListingDetail;
  dueAt: string | null;
  /** Of a rejected listing, all versions of its item. */
  initialVersions: ListingVersions | undefined;
  /** Of a theme, as submitted. */
  look: RouterOutputs["listings"]["look"];
  checks: RouterOutputs["checks"]["of"];
  /** Rendered on the server, so that the browser loads no Markdown parser. */
  changelog: ReactNode;
  /** Progress of the version's rollout, if it has one. */
  rollout: ReactNode;
  canWithdraw: boolean;
};

const DECISION_POLL_INTERVAL_MS = 20_000;
const CHECKS_POLL_INTERVAL_MS = 2_000;

export function ListingDetailPage(props: ListingDetailPageProps) {
  const { tenant, initialListing, dueAt, initialVersions, look, checks, changelog, rollout, canWithdraw } =
    props;
  const { data: listing } = trpc.listings.get.useQuery(
    { tenant: tenant.slug, listingId: initialListing.id },
    {
      initialData: initialListing,
      refetchInterval: ({ state }) => state.data?.status === "PENDING_APPROVAL" && DECISION_POLL_INTERVAL_MS,
    },
  );
  const entity = toEntityKey(listing);
  const { data: versions = [] } = trpc.listings.versions.useQuery(
    { tenant: tenant.slug, ...entity },
    {
      ...(initialVersions && { initialData: initialVersions }),
      enabled: listing.status === "REJECTED",
    },
  );
  const successor = findSuccessor(versions, listing);
  return (
    <>
      <PageHeader
        title={`${isolate(listing.name)} ${listing.version}`}
        description={`${describeListingType(listing.type)} · ${listing.slug}`}
        badge={
          <>
            <span role="status">
              <StatusBadge status={listing.status} />
            </span>
            {lacksCode(listing) && <NoCode />}
          </>
        }
        breadcrumbs={[{ label: "Listings", href: listingsPath(tenant.slug) }]}
        actions={
          <>
            <ApiPopover
              path={`/api/marketplace/listings/${listing.id}`}
              tenantId={tenant.id}
              cli={`cli listing status ${listing.id}`}
            />
            {canWithdraw && listing.status === "REJECTED" && !successor && (
              <ButtonLink
                href={`${entityPath(tenant.slug, { type: entity.type, id: entity.entityId })}/submit`}
                variant="filled"
              >
                Submit new version
              </ButtonLink>
            )}
            {canWithdraw && <WithdrawListing tenant={tenant.slug} listing={listing} />}
          </>
        }
      />
      <ReviewStatus listing={listing} dueAt={dueAt} tenant={tenant.slug} successor={successor} />
      {rollout && <div className={classes.rollout}>{rollout}</div>}
      <div className={classes.checks}>
        <ListingChecks tenant={tenant.slug} initialChecks={checks} />
      </div>
      {look && (
        <div className={classes.look}>
          <Section title="Preview">
            <ThemeWarnings config={look.themeConfig} />
            <div className={classes.phones}>
              <ThemePreviewPair name={listing.name} config={look.themeConfig} zoom={0.6} />
            </div>
            <Gallery images={look.previewImages} />
          </Section>
        </div>
      )}
      <div className={classes.columns}>
        <div>
          <Section title="Description" isCard>
            <p className={classes.prose}>{listing.description}</p>
          </Section>
          <Section title="Changelog" isCard>
            {changelog ? (
              <div className={classes.changelog}>{changelog}</div>
            ) : (
              <p className={classes.none}>No changelog</p>
            )}
          </Section>
        </div>
        <div>
          <ListingConversation tenant={tenant.slug} listing={listing} canWrite={canWithdraw} />
          <Section title="Details" isCard>
            <ListingMetadata listing={listing} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** Version that replaced a rejected one: submitted later, and pending or approved. */
function findSuccessor(versions: ListingVersions, { status, submittedAt }: ListingDetail) {
  if (status !== "REJECTED") return undefined;
  const active = versions.filter((one) => one.status === "PENDING_APPROVAL" || one.status === "APPROVED");
  const latest = findLatest(active);
  return latest && latest.submittedAt > submittedAt ? latest : undefined;
}

type ListingChecksProps = { tenant: string; initialChecks: RouterOutputs["checks"]["of"] };

function ListingChecks({ tenant, initialChecks }: ListingChecksProps) {
  const { data: checks } = trpc.checks.of.useQuery(
    { tenant, listingId: initialChecks.listingId },
    {
      initialData: initialChecks,
      refetchInterval: ({ state }) =>
        (state.data?.state === "WAITING" || state.data?.state === "RUNNING") && CHECKS_POLL_INTERVAL_MS,
    },
  );
  return (
    <Section title="Automated checks" description="Moderators see these findings too.">
      <ChecksState checks={checks} reader="publisher" />
    </Section>
  );
}

const REFERENCE_LABELS = {
  APP_PLUGIN: "App plugin ID",
  THEME: "Theme ID",
  SYSTEM_PLUGIN: "System plugin ID",
};

function ListingMetadata({ listing }: { listing: ListingDetail }) {
  const { id, type, slug, version, submittedAt, decidedAt, archiveSha256 } = listing;
  const reference = listing.appPluginId ?? listing.themeId ?? listing.systemPluginId;
  return (
    <KeyValueList
      items={[
        { label: "Type", value: describeListingType(type) },
        { label: "Slug", value: <CopyableId id={slug} label="slug" shownLength={64} /> },
        { label: "Version", value: version },
        { label: "Submitted", value: <ExactTime value={submittedAt} /> },
        {
          label: "Decided",
          value: decidedAt ? <ExactTime value={decidedAt} /> : <Absent why="pending" />,
        },
        { label: "Listing ID", value: <CopyableId id={id} label="listing ID" shownLength={13} /> },
        {
          label: REFERENCE_LABELS[type],
          value: reference && <CopyableId id={reference} label="reference" shownLength={13} />,
        },
        ...(archiveSha256
          ? [
              {
                label: "Archive SHA-256",
                value: <CopyableId id={archiveSha256} label="archive SHA-256" shownLength={13} />,
              },
            ]
          : []),
      ]}
    />
  );
}
