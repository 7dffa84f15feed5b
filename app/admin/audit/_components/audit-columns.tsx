import type { RouterOutputs } from "../../../_trpc/client";
import type { Column } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent } from "../../../_ui/data/values";
import {
  billingEventPath,
  channelPath,
  deliveryPath,
  reviewPath,
  tenantPath,
  userPath,
} from "../../_components/paths";
import classes from "./audit.module.css";
import { summarise } from "./changes";

export const auditColumns: Column<AuditEntry>[] = [
  { key: "action", header: "Action", cell: ({ action }) => <code>{action}</code> },
  { key: "actor", header: "Who", cell: ({ actor }) => <ActorName actor={actor} /> },
  {
    key: "change",
    header: "Change",
    isWide: true,
    cell: ({ before, after }) => {
      const words = summarise(before, after);
      return words === "" ? (
        <Absent why="no fields" />
      ) : (
        <span className={classes.change} title={words}>
          {words}
        </span>
      );
    },
  },
  { key: "subject", header: "Subject", cell: ({ subject }) => describeSubject(subject.type) },
  { key: "tenant", header: "Tenant", cell: ({ tenant }) => tenant?.name ?? <Absent why="no tenant" /> },
  { key: "when", header: "When", align: "end", cell: ({ at }) => <RelativeTime value={at} /> },
];

export type AuditEntry = RouterOutputs["adminAudit"]["list"]["entries"][number];

const KIND_WORDS: Record<AuditEntry["actor"]["kind"], string> = {
  user: "Person",
  token: "API token",
  worker: "Worker",
  provider: "Provider",
  system: "Platform",
};

/** Who did it: the name where there is one, and what they are where the name does not tell. */
export function ActorName({ actor }: { actor: AuditEntry["actor"] }) {
  const { kind, name, id } = actor;
  if (kind === "user") return name ?? id ?? <Absent why="nobody" />;
  return (
    <>
      <span className={classes.kind}>{KIND_WORDS[kind]}</span> {name ?? id}
    </>
  );
}

export const describeSubject = (type: string): string => type.replaceAll("_", " ");

/** The page of what changed, where it has one in this dashboard. */
export function subjectPath({ type, id }: AuditEntry["subject"]): string | undefined {
  switch (type) {
    case "listing":
      return reviewPath(id);
    case "tenant":
      return tenantPath(id);
    case "user":
    case "membership":
      return userPath(id);
    case "channel":
      return channelPath(id);
    case "delivery":
      return deliveryPath(id);
    case "billing_event":
      return billingEventPath(id);
    default:
      return undefined;
  }
}
