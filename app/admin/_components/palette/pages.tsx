import {
  IconBook,
  IconBuilding,
  IconBuildingStore,
  IconHammer,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconPackages,
  IconProgress,
  IconReceipt,
  IconServer2,
  IconShieldCheck,
  IconStack2,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import {
  AUDIT_PATH,
  BILLING_PATH,
  buildsHref,
  CATALOG_FEATURED_PATH,
  CATALOG_LISTINGS_PATH,
  CATALOG_PATH,
  FAILURES_PATH,
  MAIL_PATH,
  NOTIFICATIONS_PATH,
  QUEUE_PATH,
  REPORTS_PATH,
  ROLLOUTS_PATH,
  TENANTS_PATH,
  USERS_PATH,
  WORKERS_PATH,
} from "@/app/_paths/admin.ts";
import type { PaletteAction } from "@/app/_ui/palette/palette-search.ts";

const icon = { size: 18, stroke: 1.6 };
const hammer = <IconHammer {...icon} />;

const pages = [
  { label: "Overview", href: "/admin", icon: <IconLayoutDashboard {...icon} />, keywords: "home" },
  { label: "Moderation", href: QUEUE_PATH, icon: <IconShieldCheck {...icon} />, keywords: "queue review" },
  {
    label: "Rollouts",
    href: ROLLOUTS_PATH,
    icon: <IconProgress {...icon} />,
    keywords: "rings hold held updates",
  },
  {
    label: "Problem reports",
    href: REPORTS_PATH,
    icon: <IconShieldCheck {...icon} />,
    keywords: "moderation abuse complaints",
  },
  { label: "Builds", href: buildsHref({}), icon: hammer },
  { label: "Failed builds", href: buildsHref({ status: ["FAILED"] }), icon: hammer, keywords: "errors" },
  { label: "Failures", href: FAILURES_PATH, icon: <IconStack2 {...icon} />, keywords: "clusters notices" },
  {
    label: "Notifications",
    href: NOTIFICATIONS_PATH,
    icon: <IconWebhook {...icon} />,
    keywords: "endpoints callbacks webhooks channels",
  },
  { label: "Email", href: MAIL_PATH, icon: <IconMail {...icon} />, keywords: "mail smtp sent failed" },
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
    label: "Featured items",
    href: CATALOG_FEATURED_PATH,
    icon: <IconPackages {...icon} />,
    keywords: "marketplace front order",
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
  { label: "Workers", href: WORKERS_PATH, icon: <IconServer2 {...icon} />, keywords: "machines" },
  {
    label: "Billing",
    href: BILLING_PATH,
    icon: <IconReceipt {...icon} />,
    keywords: "payments subscriptions events",
  },
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
