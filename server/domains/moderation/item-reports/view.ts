import type { Page } from "@/server/core/pagination.ts";
import type { ListingType, ReportReason, ReportStatus } from "@/shared/vocabulary.ts";

/** Problem report as Super Admins see it. */
export interface ItemReport {
  id: string;
  listingId: string;
  type: ListingType;
  slug: string;
  name: string;
  version: string;
  publisher: string;
  reason: ReportReason;
  text: string;
  /** Null for a report without a session. */
  reporter: { userId: string; name: string; email: string } | null;
  reportedAt: string;
  status: ReportStatus;
  note: string | null;
  closedBy: string | null;
  closedAt: string | null;
}

export type ItemReportsPage = Page<"reports", ItemReport>;
