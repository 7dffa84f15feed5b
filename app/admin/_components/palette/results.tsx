import { IconBuilding, IconHammer, IconHistory, IconReceipt, IconUser } from "@tabler/icons-react";
import { describeAction } from "@/app/_components/audit/actions.ts";
import { describePlatform, describeProvider } from "@/app/_components/labels/labels.ts";
import { describeListingType, ListingTypeIcon } from "@/app/_components/labels/listing-type.tsx";
import { describeStatus } from "@/app/_components/labels/status-badge.tsx";
import {
  adminBuildPath,
  auditEntryPath,
  billingEventPath,
  reviewPath,
  tenantPath,
  userPath,
} from "@/app/_paths/admin.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import type { PaletteAction } from "@/app/_ui/palette/palette-search.ts";
import { isolate } from "@/shared/text/isolate.ts";

export type Results = RouterOutputs["adminSearch"]["platform"];

const icon = { size: 18, stroke: 1.6 };

/** Results as links, in the order of their groups. */
export const resultActions = (results: Results): PaletteAction[] => [
  ...results.tenants.map(({ id, name, slug, isSuspended }) => ({
    id,
    label: name,
    description: isSuspended ? `${slug} · Suspended` : slug,
    group: "Workspaces",
    icon: <IconBuilding {...icon} />,
    href: tenantPath(id),
  })),
  ...results.users.map(({ id, name, email, isDisabled }) => ({
    id,
    label: name,
    description: isDisabled ? `${email} · Disabled` : email,
    group: "Users",
    icon: <IconUser {...icon} />,
    href: userPath(id),
  })),
  ...results.listings.map(({ id, name, version, slug, publisher, status, type }) => ({
    id,
    label: `${isolate(name)} ${version}`,
    description: `${describeStatus(status)} · ${describeListingType(type)} by ${publisher}`,
    keywords: `${slug}@${version} ${id}`,
    group: "Listings",
    icon: <ListingTypeIcon type={type} />,
    href: reviewPath(id),
  })),
  ...results.builds.map(({ id, app, number, status, platform, version, tenant }) => ({
    id,
    label: `${isolate(app.name)} #${number}`,
    description: `${describeStatus(status)} · ${describePlatform(platform)} ${version} · ${tenant.name}`,
    keywords: `${tenant.slug} ${id}`,
    group: "Builds",
    icon: <IconHammer {...icon} />,
    href: adminBuildPath(id),
  })),
  ...results.billingEvents.map(({ id, type, eventId, provider, objectIds }) => ({
    id,
    label: type,
    description: `${describeProvider(provider)} · ${eventId}`,
    keywords: objectIds.join(" "),
    group: "Billing events",
    icon: <IconReceipt {...icon} />,
    href: billingEventPath(id),
  })),
  ...results.auditEntries.map(({ id, action, subjectType, subjectId }) => ({
    id,
    label: describeAction(action),
    description: subjectId,
    keywords: `${action} ${subjectType}`,
    group: "Audit log",
    icon: <IconHistory {...icon} />,
    href: auditEntryPath(id),
  })),
];
