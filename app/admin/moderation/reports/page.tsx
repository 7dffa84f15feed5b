import type { Metadata } from "next";
import { Suspense } from "react";
import { REPORT_STATUSES } from "@/shared/vocabulary.ts";
import { api, HydrateClient } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { FilterBar, FilterLinks } from "../../../_ui/list/filter-links";
import { readChoices, readCursor, type SearchParams } from "../../../_ui/list/list-url";
import { PageHeader } from "../../../_ui/page/page-header";
import { QUEUE_PATH } from "../../_components/paths";
import { Reports } from "../_components/reports/reports";
import { REPORT_STATUS_LABELS, reportsHref, reportsInput } from "../_components/reports/reports-view";

export const metadata: Metadata = { title: "Problem reports" };

export default async function ReportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const params = await searchParams;
  const [status = "OPEN"] = readChoices(params, "status", REPORT_STATUSES);
  const view = { status, cursor: readCursor(params) };
  void api.adminItemReports.list.prefetch(reportsInput(view));
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: QUEUE_PATH, label: "Moderation" }]}
        title="Problem reports"
        description="Sent from item pages. Publishers don’t see them."
      />
      <FilterBar>
        <FilterLinks
          label="Status"
          filters={REPORT_STATUSES.map((one) => ({
            key: one,
            label: REPORT_STATUS_LABELS[one],
            href: reportsHref({ status: one }),
            isOn: one === status,
          }))}
        />
      </FilterBar>
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={4} rows={4} />}>
          <Reports view={view} />
        </Suspense>
      </HydrateClient>
    </>
  );
}
