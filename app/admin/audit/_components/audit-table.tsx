"use client";

import { IconHistory } from "@tabler/icons-react";
import { auditColumns } from "@/app/_components/audit/audit-columns.tsx";
import { AUDIT_PATH, auditEntryPath } from "@/app/_paths/admin.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { Pager, pagesOf } from "@/app/_ui/list/pager.tsx";
import { type AuditView, auditHref, auditInput } from "@/app/admin/_components/list-views.ts";

/** Page of the audit log, newest first. */
export function AuditTable({ view }: { view: AuditView }) {
  const [{ entries, nextCursor }] = trpc.adminAudit.list.useSuspenseQuery(auditInput(view));
  const isNarrowed = Object.values(view).some(Boolean);
  return (
    <CursorTable
      caption="Audit log, newest first"
      columns={auditColumns}
      rows={entries}
      rowKey={({ id }) => id}
      rowHref={({ id }) => auditEntryPath(id)}
      empty={
        <EmptyState
          icon={<IconHistory size={20} stroke={1.6} />}
          title={isNarrowed ? "No matching entries" : "No entries yet"}
          {...describeEmpty(view)}
          {...(isNarrowed && { action: <ButtonLink href={AUDIT_PATH}>Clear filters</ButtonLink> })}
        />
      }
      footer={
        <Pager count={formatCount(entries.length, "change")} {...pagesOf(view, nextCursor, auditHref)} />
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
