"use client";

import { IconHistory } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { auditColumns } from "../../../_components/audit/audit-columns";
import { trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { DataTable } from "../../../_ui/data/data-table";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/list/pager";
import { type AuditView, auditHref, auditInput } from "../../_components/list-views";
import { AUDIT_PATH, auditEntryPath } from "../../_components/paths";

/** Page of the audit log, newest first. */
export function AuditTable({ view }: { view: AuditView }) {
  const [{ entries, nextCursor }] = trpc.adminAudit.list.useSuspenseQuery(auditInput(view));
  const router = useRouter();
  const activeKey = useRowCursor(
    entries.map(({ id }) => id),
    (id) => router.push(auditEntryPath(id)),
  );
  const isNarrowed = Object.values(view).some(Boolean);
  return (
    <DataTable
      caption="Audit log, newest first"
      columns={auditColumns}
      rows={entries}
      rowKey={({ id }) => id}
      rowHref={({ id }) => auditEntryPath(id)}
      {...(activeKey && { activeKey })}
      empty={
        <EmptyState
          icon={<IconHistory size={20} stroke={1.6} />}
          title={isNarrowed ? "No matching entries" : "No entries yet"}
          {...describeEmpty(view)}
          {...(isNarrowed && { action: <ButtonLink href={AUDIT_PATH}>Clear filters</ButtonLink> })}
        />
      }
      footer={
        <Pager
          count={formatCount(entries.length, "change")}
          newerHref={view.cursor && auditHref({ ...view, cursor: undefined })}
          olderHref={nextCursor ? auditHref({ ...view, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

/** Hint for an empty page: what the text filters match, if one is set. */
function describeEmpty(view: AuditView): { description?: string } {
  if (view.actor || view.tenant || view.subject) return { description: "Filter by exact email, ID or slug." };
  return Object.values(view).some(Boolean)
    ? {}
    : { description: "Changes appear here with their actor and values." };
}
