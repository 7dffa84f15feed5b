import { auditColumns } from "@/app/_components/audit/audit-columns.tsx";
import { auditEntryPath } from "@/app/_paths/admin.ts";
import { api } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { type AuditFilterValues, auditHref, auditInput } from "@/app/admin/_components/list-views.ts";

const SHOWN = 8;

/** Columns without the tenant, for entries of one tenant. */
const columnsOfTenant = auditColumns.filter(({ key }) => key !== "tenant");

/** Latest matching audit entries, with a link to all of them. */
export async function AuditTrail({ filters }: { filters: AuditFilterValues }) {
  const { entries } = await api.adminAudit.list({ ...auditInput(filters), limit: SHOWN });
  return (
    <Section title="Recent changes" actions={<ButtonLink href={auditHref(filters)}>All</ButtonLink>}>
      <DataTable
        caption="Recent changes"
        columns={filters.tenant ? columnsOfTenant : auditColumns}
        rows={entries}
        rowKey={({ id }) => id}
        rowHref={({ id }) => auditEntryPath(id)}
        empty={<EmptyState title="No changes yet" />}
      />
    </Section>
  );
}
