"use client";

import type { ReactNode } from "react";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ApiPopover } from "../../../_ui/actions/api-popover";
import { ButtonLink } from "../../../_ui/actions/button";
import { describeListingType } from "../../../_ui/data/listing-type";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { PageHeader } from "../../../_ui/page/page-header";
import { Section } from "../../../_ui/page/section";
import { Gallery } from "../../../_ui/theme/gallery";
import { ThemePreviewPair, ThemeWarnings } from "../../../_ui/theme/theme-preview";
import { entityPath, tenantPath } from "../paths";
import { ListingChecks } from "./listing-checks";
import { ListingConversation } from "./listing-conversation";
import classes from "./listing-detail.module.css";
import { ListingFacts } from "./listing-facts";
import { ListingOutcome } from "./listing-outcome";
import { WithdrawListing } from "./withdraw-listing";

export type ListingDetail = RouterOutputs["listings"]["get"];

type ListingDetailProps = {
  tenant: { id: string; slug: string };
  found: ListingDetail;
  /** Of a theme, as it was submitted. */
  look: RouterOutputs["listings"]["look"];
  checks: RouterOutputs["checks"]["of"];
  /** Rendered on the server: the reader's browser needs no parser for it. */
  changelog: ReactNode;
  mayWithdraw: boolean;
};

/** A decision may come at any time, and nothing announces it. */
const LOOK_AGAIN_MS = 20_000;

export function ListingDetail({ tenant, found, look, checks, changelog, mayWithdraw }: ListingDetailProps) {
  const { data: listing } = trpc.listings.get.useQuery(
    { tenant: tenant.slug, listingId: found.id },
    {
      initialData: found,
      refetchInterval: ({ state }) => state.data?.status === "PENDING_APPROVAL" && LOOK_AGAIN_MS,
    },
  );
  return (
    <>
      <PageHeader
        title={`${listing.name} ${listing.version}`}
        description={`${describeListingType(listing.type)} · ${listing.slug}`}
        badge={
          <span role="status">
            <StatusBadge status={listing.status} />
          </span>
        }
        breadcrumbs={[{ label: "Listings", href: `${tenantPath(tenant.slug)}/listings` }]}
        actions={
          <>
            <ApiPopover
              path={`/api/marketplace/listings/${listing.id}`}
              tenantId={tenant.id}
              cli={`cli listing status ${listing.id}`}
            />
            {mayWithdraw && listing.status === "REJECTED" && (
              <ButtonLink href={`${entityPath(tenant.slug, entityOf(listing))}/submit`} variant="filled">
                Submit a fixed version
              </ButtonLink>
            )}
            {mayWithdraw && <WithdrawListing tenant={tenant.slug} listing={listing} />}
          </>
        }
      />
      <ListingOutcome listing={listing} />
      <div className={classes.checks}>
        <ListingChecks tenant={tenant.slug} found={checks} />
      </div>
      {look && (
        <div className={classes.look}>
          <Section
            title="Look"
            description="As it was submitted. It stays so, whatever becomes of the draft."
          >
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
              <p className={classes.none}>This version came without a changelog.</p>
            )}
          </Section>
        </div>
        <div>
          <ListingConversation tenant={tenant.slug} listing={listing} mayWrite={mayWithdraw} />
          <Section title="Details" isCard>
            <ListingFacts listing={listing} />
          </Section>
        </div>
      </div>
    </>
  );
}

const entityOf = ({ type, appPluginId, themeId, systemPluginId }: ListingDetail) => ({
  type,
  id: appPluginId ?? themeId ?? systemPluginId ?? "",
});
