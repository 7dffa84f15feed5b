import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { QUEUE_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { readChoices, readCursor, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { REPORT_STATUS_LABELS, reportsHref, reportsInput } from "@/app/admin/_components/list-views.ts";
import { REPORT_STATUSES } from "@/shared/vocabulary.ts";
import { Reports } from "../_components/reports/reports";

export const metadata: Metadata = { title: ADMIN_PAGES.reports.title };

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
      <HydratedTable columns={4} rows={4}>
        <Reports view={view} />
      </HydratedTable>
    </>
  );
}
