"use client";

import {
  IconBook,
  IconBuildingStore,
  IconDeviceMobile,
  IconHammer,
  IconKey,
  IconLayoutDashboard,
  IconPackage,
  IconPalette,
  IconPuzzle,
  IconSettings,
  IconShieldCheck,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import { describePlatform } from "../../_components/labels";
import type { RouterOutputs } from "../../_trpc/client";
import { trpc } from "../../_trpc/client";
import { describeListingType } from "../../_ui/data/listing-type";
import { describeStatus } from "../../_ui/data/status-badge";
import { CommandPalette, commandPalette } from "../../_ui/palette/command-palette";
import type { PaletteAction } from "../../_ui/palette/palette-search";
import { searchActions } from "../../_ui/palette/palette-search";
import { appPath, buildPath, listingPath, tenantPath } from "./paths";

/** How many recent builds and listings the palette can find. */
const KNOWN = 50;
/** How many of each kind stand there before anything was typed. */
const SHOWN_UNASKED = 4;
const SHOWN = 8;

/** The palette of pages, apps, recent builds and listings; it asks the server when it is opened first. */
export function BuilderPalette({ tenant, isSuperAdmin }: { tenant: string; isSuperAdmin: boolean }) {
  const [query, setQuery] = useState("");
  const { wasOpened } = commandPalette.useState();
  const options = { enabled: wasOpened };
  const apps = trpc.apps.list.useQuery({ tenant }, options);
  const builds = trpc.builds.list.useQuery({ tenant, limit: KNOWN }, options);
  const listings = trpc.listings.list.useQuery({ tenant, limit: KNOWN }, options);
  const limit = query.trim() === "" ? SHOWN_UNASKED : SHOWN;
  const found = [
    appActions(tenant, apps.data ?? []),
    buildActions(tenant, builds.data?.builds ?? []),
    listingActions(tenant, listings.data?.listings ?? []),
  ].flatMap((actions) => searchActions(actions, query).slice(0, limit));
  return (
    <CommandPalette
      actions={pageActions(tenant, isSuperAdmin)}
      results={found}
      isSearching={apps.isLoading || builds.isLoading || listings.isLoading}
      onQueryChange={setQuery}
    />
  );
}

const icon = { size: 18, stroke: 1.6 };

export function pageActions(tenant: string, isSuperAdmin: boolean): PaletteAction[] {
  const home = tenantPath(tenant);
  const pages = [
    { label: "Overview", href: home, icon: <IconLayoutDashboard {...icon} />, keywords: "home chart" },
    { label: "Apps", href: `${home}/apps`, icon: <IconDeviceMobile {...icon} /> },
    { label: "Builds", href: `${home}/builds`, icon: <IconHammer {...icon} /> },
    {
      label: "Failed builds",
      href: `${home}/builds?status=FAILED`,
      icon: <IconHammer {...icon} />,
      keywords: "errors",
    },
    { label: "Plugins", href: `${home}/plugins`, icon: <IconPuzzle {...icon} />, keywords: "archive submit" },
    {
      label: "Themes",
      href: `${home}/themes`,
      icon: <IconPalette {...icon} />,
      keywords: "look colours editor",
    },
    {
      label: "Listings",
      href: `${home}/listings`,
      icon: <IconPackage {...icon} />,
      keywords: "plugins themes",
    },
    {
      label: "Members",
      href: `${home}/settings/members`,
      icon: <IconUsers {...icon} />,
      keywords: "settings people roles invitations",
    },
    {
      label: "API tokens",
      href: `${home}/settings/tokens`,
      icon: <IconKey {...icon} />,
      keywords: "settings credentials",
    },
    {
      label: "Tenant",
      href: `${home}/settings/general`,
      icon: <IconSettings {...icon} />,
      keywords: "settings name leave",
    },
  ];
  const places = [
    { label: "Marketplace", href: "/marketplace", icon: <IconBuildingStore {...icon} /> },
    { label: "Docs", href: "/docs", icon: <IconBook {...icon} />, keywords: "help reference" },
    ...(isSuperAdmin ? [{ label: "Admin desk", href: "/admin", icon: <IconShieldCheck {...icon} /> }] : []),
  ];
  return [
    ...pages.map((page) => ({ ...page, id: page.href, group: "Pages" })),
    ...places.map((place) => ({ ...place, id: place.href, group: "Go to" })),
  ];
}

export function appActions(tenant: string, apps: RouterOutputs["apps"]["list"]): PaletteAction[] {
  return apps.map((app) => ({
    id: app.id,
    label: app.name,
    description: app.archivedAt ? "Archived" : app.platforms.map(describePlatform).join(", "),
    keywords: `${app.slug} ${app.id}`,
    group: "Apps",
    icon: <IconDeviceMobile {...icon} />,
    href: appPath(tenant, app.id),
  }));
}

export function buildActions(
  tenant: string,
  builds: RouterOutputs["builds"]["list"]["builds"],
): PaletteAction[] {
  return builds.map((build) => ({
    id: build.id,
    label: `${build.app.name} #${build.number}`,
    description: `${describeStatus(build.status)} · ${describePlatform(build.platform)} ${build.version}`,
    keywords: build.id,
    group: "Recent builds",
    icon: <IconHammer {...icon} />,
    href: buildPath(tenant, build),
  }));
}

export function listingActions(
  tenant: string,
  listings: RouterOutputs["listings"]["list"]["listings"],
): PaletteAction[] {
  return listings.map((listing) => ({
    id: listing.id,
    label: `${listing.name} ${listing.version}`,
    description: `${describeStatus(listing.status)} · ${describeListingType(listing.type)}`,
    keywords: `${listing.slug} ${listing.id}`,
    group: "Listings",
    icon: <IconPackage {...icon} />,
    href: listingPath(tenant, listing.id),
  }));
}
