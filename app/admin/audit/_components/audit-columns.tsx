import type { Column } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent } from "../../../_ui/data/values";
import classes from "./audit.module.css";
import { ActorName, type AuditEntry, describeSubject } from "./audit-words";
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
