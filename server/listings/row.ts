import { type SQL, sql } from "drizzle-orm";
import type { ListingStatus, ListingType } from "@/db/schema/vocabulary.ts";
import { isoInstant } from "../platform/text.ts";
import type { ListingSummary } from "./view.ts";

/** Listings that `narrowed` picks and sorts (`where`, `order by`, `limit`), each as a `ListingRow`. */
export const listingRows = (narrowed: SQL): SQL => sql`
  select listings.id, type, name, slug, version, description, changelog, app_plugin_id, theme_id, system_plugin_id,
    archive_sha256, tenant_id, status, submitted_at, decided_at, last.action, last.reason, last.comment
  from listings
  left join lateral (
    select d.action, d.reason, d.comment from listing_decisions d where d.listing_id = listings.id
    order by d.decided_at desc, d.id desc limit 1
  ) last on true
  ${narrowed}`;

/** A listing with the last decision on it as a statement of our own reads it; instants are PostgreSQL's own text. */
export interface ListingRow extends Record<string, unknown> {
  id: string;
  type: ListingType;
  name: string;
  slug: string;
  version: string;
  description: string;
  changelog: string | null;
  app_plugin_id: string | null;
  theme_id: string | null;
  system_plugin_id: string | null;
  archive_sha256: string | null;
  tenant_id: string;
  status: ListingStatus;
  submitted_at: string;
  decided_at: string | null;
  action: ListingStatus | null;
  reason: string | null;
  comment: string | null;
}

export function summaryOfRow(row: ListingRow): ListingSummary {
  const { action, reason, comment } = row;
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    slug: row.slug,
    version: row.version,
    description: row.description,
    changelog: row.changelog,
    appPluginId: row.app_plugin_id,
    themeId: row.theme_id,
    systemPluginId: row.system_plugin_id,
    archiveSha256: row.archive_sha256,
    tenantId: row.tenant_id,
    status: row.status,
    submittedAt: isoInstant(row.submitted_at),
    decidedAt: row.decided_at && isoInstant(row.decided_at),
    decision: action && { action, reason, comment },
  };
}
