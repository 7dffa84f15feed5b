import { auditColumns } from "../../../_components/audit/audit-columns";
import { api } from "../../../_trpc/server";
import { ButtonLink } from "../../../_ui/actions/button";
import { DataTable } from "../../../_ui/data/data-table";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { Section } from "../../../_ui/page/section";
import { type AuditFilterValues, auditHref, auditInput } from "../../_components/list-views";
import { auditEntryPath } from "../../_components/paths";

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
