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
import { type RouterOutputs, trpc } from "../../_trpc/client";
import { describeListingType } from "../../_ui/data/listing-type";
import { describeStatus } from "../../_ui/data/status-badge";
import { CommandPalette, commandPalette } from "../../_ui/palette/command-palette";
import { type PaletteAction, searchActions } from "../../_ui/palette/palette-search";
import {
  appPath,
  appsPath,
  buildPath,
  buildsPath,
  listingPath,
  listingsPath,
  pluginsPath,
  settingsPath,
  tenantPath,
  themesPath,
} from "./paths";

/** Recent builds and listings that are searched. */
const SEARCH_LIMIT = 50;
/** Results of each kind. */
const RESULT_LIMIT = 8;
const EMPTY_QUERY_RESULT_LIMIT = 4;

/** Command palette of pages, apps, recent builds and listings. It loads them when it is first opened. */
export function BuilderPalette({ tenant, isSuperAdmin }: { tenant: string; isSuperAdmin: boolean }) {
  const [query, setQuery] = useState("");
  const { wasOpened } = commandPalette.useState();
  const options = { enabled: wasOpened };
  const apps = trpc.apps.list.useQuery({ tenant }, options);
  const builds = trpc.builds.list.useQuery({ tenant, limit: SEARCH_LIMIT }, options);
  const listings = trpc.listings.list.useQuery({ tenant, limit: SEARCH_LIMIT }, options);
  const limit = query.trim() === "" ? EMPTY_QUERY_RESULT_LIMIT : RESULT_LIMIT;
  const results = [
    appActions(tenant, apps.data ?? []),
    buildActions(tenant, builds.data?.builds ?? []),
    listingActions(tenant, listings.data?.listings ?? []),
  ].flatMap((actions) => searchActions(actions, query).slice(0, limit));
  return (
    <CommandPalette
      actions={pageActions(tenant, isSuperAdmin)}
      results={results}
      isSearching={apps.isLoading || builds.isLoading || listings.isLoading}
      onQueryChange={setQuery}
    />
  );
}

const icon = { size: 18, stroke: 1.6 };

function pageActions(tenant: string, isSuperAdmin: boolean): PaletteAction[] {
  const pages = [
    {
      label: "Overview",
      href: tenantPath(tenant),
      icon: <IconLayoutDashboard {...icon} />,
      keywords: "home chart",
    },
    { label: "Apps", href: appsPath(tenant), icon: <IconDeviceMobile {...icon} /> },
    { label: "Builds", href: buildsPath(tenant), icon: <IconHammer {...icon} /> },
    {
      label: "Failed builds",
      href: `${buildsPath(tenant)}?status=FAILED`,
      icon: <IconHammer {...icon} />,
      keywords: "errors",
    },
    {
      label: "Plugins",
      href: pluginsPath(tenant),
      icon: <IconPuzzle {...icon} />,
      keywords: "archive submit",
    },
    {
      label: "Themes",
      href: themesPath(tenant),
      icon: <IconPalette {...icon} />,
      keywords: "look colors editor",
    },
    {
      label: "Listings",
      href: listingsPath(tenant),
      icon: <IconPackage {...icon} />,
      keywords: "plugins themes",
    },
    {
      label: "Members",
      href: settingsPath(tenant, "members"),
      icon: <IconUsers {...icon} />,
      keywords: "settings people roles invitations",
    },
    {
      label: "API tokens",
      href: settingsPath(tenant, "tokens"),
      icon: <IconKey {...icon} />,
      keywords: "settings credentials",
    },
    {
      label: "Workspace",
      href: settingsPath(tenant, "general"),
      icon: <IconSettings {...icon} />,
      keywords: "settings name leave",
    },
  ];
  const destinations = [
    { label: "Marketplace", href: "/marketplace", icon: <IconBuildingStore {...icon} /> },
    { label: "Docs", href: "/docs", icon: <IconBook {...icon} />, keywords: "help reference" },
    ...(isSuperAdmin ? [{ label: "Admin desk", href: "/admin", icon: <IconShieldCheck {...icon} /> }] : []),
  ];
  return [
    ...pages.map((page) => ({ ...page, id: page.href, group: "Pages" })),
    ...destinations.map((destination) => ({ ...destination, id: destination.href, group: "Go to" })),
  ];
}

function appActions(tenant: string, apps: RouterOutputs["apps"]["list"]): PaletteAction[] {
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

function buildActions(tenant: string, builds: RouterOutputs["builds"]["list"]["builds"]): PaletteAction[] {
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

function listingActions(
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
