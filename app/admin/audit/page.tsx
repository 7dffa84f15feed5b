import type { Metadata } from "next";
import { Suspense } from "react";
import classes from "@/app/_components/audit/audit.module.css";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { FilterDisclosure } from "@/app/_ui/list/filter-disclosure.tsx";
import { readCursor, readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { AuditFilters as FiltersInput } from "@/server/domains/audit/input.ts";
import {
  AUDIT_FILTERS,
  type AuditFilterValues,
  auditExportHref,
  auditInput,
} from "../_components/list-views";
import { AuditFilters } from "./_components/audit-filters";
import { AuditTable } from "./_components/audit-table";

export const metadata: Metadata = { title: ADMIN_PAGES.audit.title };

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const params = await searchParams;
  const filters = readFilters(params);
  const view = { ...filters, cursor: readCursor(params) };
  void api.adminAudit.list.prefetch(auditInput(view));
  void api.adminAudit.actions.prefetch();
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <>
            <ButtonLink href={auditExportHref(filters, "csv")} isDownload>
              Export CSV
            </ButtonLink>
            <ButtonLink href={auditExportHref(filters, "jsonl")} isDownload>
              Export JSONL
            </ButtonLink>
          </>
        }
      />
      <HydrateClient>
        <search className={classes.bar}>
          <FilterDisclosure active={Object.keys(filters).length}>
            <AuditFilters filters={filters} />
          </FilterDisclosure>
        </search>
        <Suspense fallback={<TableSkeleton columns={6} rows={16} />}>
          <AuditTable view={view} />
        </Suspense>
      </HydrateClient>
    </>
  );
}

/** Filters from the query of the URL; invalid ones are ignored. */
function readFilters(params: SearchParams): AuditFilterValues {
  const given = AUDIT_FILTERS.map((name) => [name, readValues(params, name)[0]?.trim() ?? ""] as const);
  return Object.fromEntries(
    given.filter(([name, value]) => value !== "" && FiltersInput.shape[name].safeParse(value).success),
  );
}
