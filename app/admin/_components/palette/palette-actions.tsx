import {
  IconBook,
  IconBuilding,
  IconBuildingStore,
  IconHammer,
  IconHistory,
  IconLayoutDashboard,
  IconPackages,
  IconServer2,
  IconShieldCheck,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { RouterOutputs } from "../../../_trpc/client";
import { describeListingType, ListingTypeIcon } from "../../../_ui/data/listing-type";
import type { PaletteAction } from "../../../_ui/palette/palette-search";
import { itemPath } from "../../../(site)/marketplace/_components/market-view";
import {
  AUDIT_PATH,
  buildsHref,
  CATALOG_LISTINGS_PATH,
  CATALOG_PATH,
  NOTIFICATIONS_PATH,
  QUEUE_PATH,
  reviewPath,
  TENANTS_PATH,
  USERS_PATH,
} from "../paths";

const icon = { size: 18, stroke: 1.6 };
const hammer = <IconHammer {...icon} />;

const pages = [
  { label: "Overview", href: "/admin", icon: <IconLayoutDashboard {...icon} />, keywords: "home" },
  { label: "Moderation", href: QUEUE_PATH, icon: <IconShieldCheck {...icon} />, keywords: "queue review" },
  { label: "Builds", href: buildsHref({}), icon: hammer },
  { label: "Failed builds", href: buildsHref({ status: ["FAILED"] }), icon: hammer, keywords: "errors" },
  {
    label: "Notifications",
    href: NOTIFICATIONS_PATH,
    icon: <IconWebhook {...icon} />,
    keywords: "endpoints callbacks webhooks channels",
  },
  { label: "Stuck builds", href: buildsHref({ isStuck: true }), icon: hammer, keywords: "stalled" },
  {
    label: "Catalog",
    href: CATALOG_PATH,
    icon: <IconPackages {...icon} />,
    keywords: "items plugins themes published",
  },
  {
    label: "All listings",
    href: CATALOG_LISTINGS_PATH,
    icon: <IconPackages {...icon} />,
    keywords: "catalog versions suspended rejected restore",
  },
  {
    label: "Workspaces",
    href: TENANTS_PATH,
    icon: <IconBuilding {...icon} />,
    keywords: "customers tenants suspend restore",
  },
  {
    label: "Users",
    href: USERS_PATH,
    icon: <IconUsers {...icon} />,
    keywords: "people accounts disable sessions super admin",
  },
  {
    label: "Audit log",
    href: AUDIT_PATH,
    icon: <IconHistory {...icon} />,
    keywords: "changes history who export csv",
  },
  { label: "Workers", href: "/admin/workers", icon: <IconServer2 {...icon} />, keywords: "machines" },
];

const places = [
  { label: "Builder", href: "/builder", icon: hammer },
  { label: "Marketplace", href: "/marketplace", icon: <IconBuildingStore {...icon} /> },
  { label: "Docs", href: "/docs", icon: <IconBook {...icon} />, keywords: "help reference" },
];

export const pageActions: PaletteAction[] = [
  ...pages.map((page) => ({ ...page, id: page.href, group: "Pages" })),
  ...places.map((place) => ({ ...place, id: place.href, group: "Go to" })),
];

export function queueActions(listings: RouterOutputs["moderation"]["queue"]["listings"]): PaletteAction[] {
  return listings.map(({ id, type, name, version, slug, publisher }) => ({
    id,
    label: `${name} ${version}`,
    description: `${describeListingType(type)} from ${publisher.name}`,
    keywords: `${slug} ${id} review`,
    group: "Pending review",
    icon: <ListingTypeIcon type={type} />,
    href: reviewPath(id),
  }));
}

export function itemActions(items: RouterOutputs["marketplace"]["search"]["items"]): PaletteAction[] {
  return items.map((item) => ({
    id: item.listingId,
    label: item.name,
    description: `${describeListingType(item.type)} ${item.version} from ${item.publisher}`,
    group: "Published",
    icon: <ListingTypeIcon type={item.type} />,
    href: itemPath(item),
  }));
}
