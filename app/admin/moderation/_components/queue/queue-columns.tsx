import { IconEye, IconFlag } from "@tabler/icons-react";
import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { type Column, namedSlugColumn } from "@/app/_ui/data/data-table.tsx";
import { DueTime, RelativeTime } from "@/app/_ui/data/time.tsx";
import { Absent, ClippedText } from "@/app/_ui/data/values.tsx";
import { describeVersionFlag, type VersionFlag } from "@/shared/plugin/version-flags.ts";
import classes from "./queue-columns.module.css";

export type QueuedListing = RouterOutputs["adminModeration"]["queue"]["listings"][number];

export const queueColumns: Column<QueuedListing>[] = [
  namedSlugColumn("name", "Listing"),
  {
    key: "version",
    header: "Version",
    cell: ({ version, isUpdate }) => (
      <>
        <ClippedText text={version} width="8rem" />{" "}
        <span className={classes.kind}>{isUpdate ? "update" : "first"}</span>
      </>
    ),
  },
  { key: "type", header: "Type", cell: ({ type }) => <ListingTypeLabel type={type} /> },
  {
    key: "publisher",
    header: "Publisher",
    isMinor: true,
    cell: ({ publisher }) => <ClippedText text={publisher.name} width="10rem" />,
  },
  { key: "risk", header: "Risk", cell: (listing) => <Risk listing={listing} /> },
  { key: "claim", header: "Reviewer", cell: ({ claim }) => <Reviewer claim={claim} /> },
  {
    key: "age",
    header: "Submitted",
    isMinor: true,
    align: "end",
    cell: ({ submittedAt }) => <RelativeTime value={submittedAt} />,
  },
  {
    key: "due",
    header: "Due",
    align: "end",
    cell: ({ dueAt }) => <DueTime value={dueAt} overdueClass={classes.late} />,
  },
];

/** Risk of a listing: no code, counts of findings and flags of its archive. */
function Risk({ listing: { version, flags, risk, lacksCode } }: { listing: QueuedListing }) {
  const found = risk
    ? ([
        ["bad", risk.high, "high"],
        ["warn", risk.medium, "medium"],
      ] as const)
    : [];
  const words = found.filter(([, count]) => count > 0);
  if (flags.length === 0 && words.length === 0 && !lacksCode) return <Absent why="no findings" />;
  return (
    <span className={classes.risks}>
      {lacksCode && (
        <span className={classes.risk} data-tone="warn">
          No code
        </span>
      )}
      {words.map(([tone, count, word]) => (
        <span key={word} className={classes.risk} data-tone={tone}>
          {count} {word}
        </span>
      ))}
      {flags.length > 0 && (
        <span
          className={classes.risk}
          title={flags.map((flag) => `It ${describeVersionFlag(flag, version)}.`).join("\n")}
        >
          <IconFlag size={12} stroke={2} aria-hidden="true" />
          {shorten(flags)}
        </span>
      )}
    </span>
  );
}

/** Short form of the flags. The first one is the most important: a new permission. */
function shorten([first, ...others]: readonly VersionFlag[]): string {
  const word = first?.kind === "PERMISSION_ADDED" ? `+ ${first.name}` : "changes";
  return others.length > 0 ? `${word} +${others.length}` : word;
}

function Reviewer({ claim }: Pick<QueuedListing, "claim">) {
  if (!claim) return <Absent why="unclaimed" />;
  return (
    <span className={classes.looking}>
      <IconEye size={14} stroke={1.75} aria-hidden="true" />
      {claim.isYours ? "You" : <ClippedText text={claim.name} width="8rem" />}
    </span>
  );
}
