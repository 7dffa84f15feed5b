import { IconDeviceMobile, IconHammer, IconUser } from "@tabler/icons-react";
import { describePlatform, describeRole, shortenRef } from "@/app/_components/labels/labels.ts";
import { describeListingType, ListingTypeIcon } from "@/app/_components/labels/listing-type.tsx";
import { describeStatus } from "@/app/_components/labels/status-badge.tsx";
import { appPath, buildPath, entityPath, listingPath, settingsPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import type { PaletteAction } from "@/app/_ui/palette/palette-search.ts";
import { isolate } from "@/shared/text/isolate.ts";

export type Results = RouterOutputs["search"]["tenant"];
export type FoundApp = Results["apps"][number];
export type FoundBuild = Results["builds"][number];

const icon = { size: 18, stroke: 1.6 };

/** Results as links, in the order of their groups; `limit` of each kind. */
export function resultActions(tenant: string, results: Results, limit: number): PaletteAction[] {
  return [
    ...results.apps.slice(0, limit).map((app) => ({ ...appAction(app), href: appPath(tenant, app.id) })),
    ...results.builds
      .slice(0, limit)
      .map((build) => ({ ...buildAction(build), href: buildPath(tenant, build) })),
    ...results.entities.slice(0, limit).map((entity) => ({
      id: entity.id,
      label: entity.name,
      description: describeListingType(entity.type),
      keywords: entity.slug,
      group: "Plugins and themes",
      icon: <ListingTypeIcon type={entity.type} />,
      href: entityPath(tenant, entity),
    })),
    ...results.listings.slice(0, limit).map((listing) => ({
      id: listing.id,
      label: `${isolate(listing.name)} ${listing.version}`,
      description: `${describeStatus(listing.status)} · ${describeListingType(listing.type)}`,
      keywords: `${listing.slug}@${listing.version} ${listing.id}`,
      group: "Listings",
      icon: <ListingTypeIcon type={listing.type} />,
      href: listingPath(tenant, listing.id),
    })),
    ...results.members.slice(0, limit).map((member) => ({
      id: member.id,
      label: member.name,
      description: describeRole(member.role).label,
      keywords: member.email ?? "",
      group: "Members",
      icon: <IconUser {...icon} />,
      href: settingsPath(tenant, "members"),
    })),
  ];
}

export const appAction = (app: FoundApp): PaletteAction => ({
  id: app.id,
  label: app.name,
  description: app.isArchived ? "Archived" : app.platforms.map(describePlatform).join(", "),
  keywords: app.slug,
  group: "Apps",
  icon: <IconDeviceMobile {...icon} />,
});

export const buildAction = (build: FoundBuild): PaletteAction => ({
  id: build.id,
  label: `${isolate(build.app.name)} #${build.number}`,
  description: [
    describeStatus(build.status),
    `${describePlatform(build.platform)} ${build.version}`,
    ...(build.gitRef ? [shortenRef(build.gitRef)] : []),
  ].join(" · "),
  keywords: build.id,
  group: "Builds",
  icon: <IconHammer {...icon} />,
});
