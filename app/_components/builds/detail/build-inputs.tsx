import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { DataTable } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Absent, ClippedText, Dot, NamedSlug } from "@/app/_ui/data/values.tsx";
import type { PageInput } from "@/server/domains/apps/installations/view.ts";
import type { FailureNotice } from "@/server/domains/builds/failures/view.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";
import classes from "./build-queue.module.css";

/** `hrefOf` returns undefined for an item without a page. */
type BuildInputsProps = { inputs: PageInput[]; hrefOf: (input: PageInput) => string | undefined };

const DIGEST_LENGTH = 12;

/** Plugins and theme that a build carries. */
export function BuildInputs({ inputs, hrefOf }: BuildInputsProps) {
  return (
    <DataTable
      caption="Plugins and theme of the build"
      rows={inputs}
      rowKey={({ type, slug }) => `${type}/${slug}`}
      rowHref={hrefOf}
      columns={[
        {
          key: "item",
          header: "Item",
          isWide: true,
          cell: ({ name, slug }) => <NamedSlug name={name} slug={slug} />,
        },
        {
          key: "type",
          header: "Type",
          isMinor: true,
          cell: ({ type }) => <ListingTypeLabel type={LISTING_TYPE_OF_SEGMENT[type]} />,
        },
        {
          key: "version",
          header: "Version",
          cell: ({ version }) => <ClippedText text={version} width="8rem" />,
        },
        {
          key: "sha256",
          header: "SHA-256",
          isMinor: true,
          cell: ({ sha256 }) =>
            sha256 ? (
              <CopyableId id={sha256} label="SHA-256" shownLength={DIGEST_LENGTH} />
            ) : (
              <Absent why="no archive" />
            ),
        },
        {
          key: "state",
          header: "Status",
          align: "end",
          cell: ({ isAvailable }) =>
            isAvailable ? <Dot tone="ok">Available</Dot> : <Dot tone="bad">Unavailable</Dot>,
        },
      ]}
    />
  );
}

/** Notice of a Super Admin on builds that failed for one reason. */
export function BuildNotice({ notice }: { notice: FailureNotice }) {
  return (
    <section className={classes.notice} data-tone="warn" aria-label="Platform notice">
      <h2 className={classes.title}>{notice.text}</h2>
      <p className={classes.text}>
        Platform notice, <RelativeTime value={notice.createdAt} />
      </p>
    </section>
  );
}
