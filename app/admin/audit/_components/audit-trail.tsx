import { auditColumns } from "../../../_components/audit/audit-columns";
import { type Fields, listChanges } from "../../../_components/audit/changes";
import { api } from "../../../_trpc/server";
import { ButtonLink } from "../../../_ui/actions/button";
import { DataTable } from "../../../_ui/data/data-table";
import { Absent } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { Section } from "../../../_ui/page/section";
import detail from "../../_components/detail.module.css";
import { type AuditFilterValues, auditHref, auditInput } from "../../_components/list-views";
import { auditEntryPath } from "../../_components/paths";
import classes from "./audit.module.css";

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

/** Changed fields a change; unchanged ones are not colored. */
export function ChangeTable({ before, after }: { before: Fields; after: Fields }) {
  const changes = listChanges(before, after);
  if (changes.length === 0) {
    return <p className={detail.sentence}>No field changes</p>;
  }
  return (
    <table className={classes.diff}>
      <caption className="visually-hidden">Changed fields</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.field}</th>
            <td>
              <span className={classes.side}>Before</span>
              <Value text={change.before} side={change.isSame ? undefined : "before"} />
            </td>
            <td>
              <span className={classes.side}>After</span>
              <Value text={change.after} side={change.isSame ? undefined : "after"} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text, side }: { text: string | undefined; side: "before" | "after" | undefined }) {
  if (text === undefined) return <Absent why="none" />;
  return (
    <span className={classes.value} data-side={side}>
      {text}
    </span>
  );
}
