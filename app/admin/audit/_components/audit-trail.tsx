import { api } from "../../../_trpc/server";
import { ButtonLink } from "../../../_ui/actions/button";
import { DataTable } from "../../../_ui/data/data-table";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { Section } from "../../../_ui/page/section";
import { type AuditFilterValues, auditEntryPath, auditHref } from "../../_components/paths";
import { auditColumns } from "./audit-columns";

const SHOWN = 8;

/** Where all changes are of one tenant, none needs to name it. */
const columnsOfTenant = auditColumns.filter(({ key }) => key !== "tenant");

/** The last changes that the filters let through, and the way to all of them. */
export async function AuditTrail({ filters }: { filters: AuditFilterValues }) {
  const { entries } = await api.adminAudit.list({ ...filters, limit: SHOWN });
  return (
    <Section title="Last changes" actions={<ButtonLink href={auditHref(filters)}>All</ButtonLink>}>
      <DataTable
        caption="Last changes"
        columns={filters.tenant ? columnsOfTenant : auditColumns}
        rows={entries}
        rowKey={({ id }) => id}
        rowHref={({ id }) => auditEntryPath(id)}
        empty={<EmptyState title="No changes yet" description="Whatever is changed is listed here." />}
      />
    </Section>
  );
}
