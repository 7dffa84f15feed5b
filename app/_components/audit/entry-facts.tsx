import type { ReactNode } from "react";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { ExactTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import type { AuditEntry } from "./audit-columns";

type EntryFactsProps = {
  entry: Omit<AuditEntry, "tenant">;
  actor: ReactNode;
  /** Workspace of the entry, where it is not that of the page. */
  workspace?: { value: ReactNode };
};

/** Facts of an entry of the audit log or of a workspace's activity: by whom, when, about what. */
export function EntryFacts({
  entry: { id, action, at, subject, requestId },
  actor,
  workspace,
}: EntryFactsProps) {
  return (
    // In a box of its own: it stands beside another section, not below one.
    <div>
      <Section title="Entry">
        <KeyValueList
          items={[
            { label: "Actor", value: actor },
            { label: "Date", value: <ExactTime value={at} /> },
            { label: "Action", value: <code>{action}</code> },
            { label: "Subject", value: <CopyableId id={subject.id} label="subject ID" /> },
            ...(workspace ? [{ label: "Workspace", value: workspace.value }] : []),
            { label: "Request", value: requestId && <CopyableId id={requestId} label="request ID" /> },
            { label: "Entry ID", value: <CopyableId id={id} label="entry ID" /> },
          ]}
        />
      </Section>
    </div>
  );
}
