import { LISTING_TYPE_OF_SEGMENT } from "@/db/schema/vocabulary.ts";
import type { BuildInputView, DescribedInput } from "@/server/installations/view.ts";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { ListingTypeLabel } from "../../../_ui/data/listing-type";
import { Dot } from "../../../_ui/data/status-badge";
import { Absent, ClippedText, NamedSlug } from "../../../_ui/data/values";

/** Input by its slug alone, or with its name and whether it may still be used. */
type ShownInput = BuildInputView & Partial<DescribedInput>;

type BuildInputsProps = { inputs: ShownInput[]; hrefOf: (input: ShownInput) => string };

const DIGEST_LENGTH = 12;

const STATE_COLUMN: Column<ShownInput> = {
  key: "state",
  header: "Status",
  align: "end",
  cell: ({ isAvailable }) =>
    isAvailable ? <Dot tone="ok">Available</Dot> : <Dot tone="bad">Unavailable</Dot>,
};

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
          cell: ({ name, slug }) =>
            name ? <NamedSlug name={name} slug={slug} /> : <ClippedText text={slug} width="18rem" />,
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
        ...(inputs.some(({ isAvailable }) => isAvailable !== undefined) ? [STATE_COLUMN] : []),
      ]}
    />
  );
}
