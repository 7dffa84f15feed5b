import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import classes from "./audit.module.css";
import { describeEntry } from "./sentences";

export const auditColumns: Column<AuditEntry>[] = [
  { key: "actor", header: "Actor", cell: ({ actor }) => <ActorName actor={actor} /> },
  {
    key: "change",
    header: "Change",
    isWide: true,
    cell: (entry) => {
      const sentence = describeEntry(entry);
      return (
        <span className={classes.change} title={sentence}>
          {sentence}
        </span>
      );
    },
  },
  { key: "tenant", header: "Workspace", cell: ({ tenant }) => tenant?.name ?? <Absent why="none" /> },
  timeColumn("when", "Date", ({ at }) => at),
];

export type AuditEntry = RouterOutputs["adminAudit"]["list"]["entries"][number];

const ACTOR_KIND_LABELS: Record<AuditEntry["actor"]["kind"], string> = {
  user: "User",
  token: "API token",
  worker: "Worker",
  provider: "Provider",
  system: "Platform",
};

/** Actor of an audit entry: its name, with its kind unless it is a user or their token. */
export function ActorName({ actor }: { actor: AuditEntry["actor"] }) {
  const { kind, name, id } = actor;
  if (kind === "user" || (name && kind !== "worker" && kind !== "provider"))
    return name ?? id ?? <Absent why="unknown" />;
  return (
    <>
      <span className={classes.kind}>{ACTOR_KIND_LABELS[kind]}</span> {name ?? id}
    </>
  );
}

export const describeSubject = (type: string): string => type.replaceAll("_", " ");
