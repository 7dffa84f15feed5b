import { CopyableId } from "../../../_ui/actions/copyable-code";
import { describeListingType } from "../../../_ui/data/listing-type";
import { ExactTime } from "../../../_ui/data/time";
import { Absent, KeyValueList } from "../../../_ui/data/values";
import type { ListingDetail } from "./listing-detail";

const REFERENCE_WORDS = { APP_PLUGIN: "App plugin id", THEME: "Theme id", SYSTEM_PLUGIN: "System plugin id" };

export function ListingFacts({ listing }: { listing: ListingDetail }) {
  const { id, type, slug, version, submittedAt, decidedAt, archiveSha256 } = listing;
  const reference = listing.appPluginId ?? listing.themeId ?? listing.systemPluginId;
  return (
    <KeyValueList
      items={[
        { label: "Type", value: describeListingType(type) },
        { label: "Slug", value: <CopyableId id={slug} label="slug" shownLength={64} /> },
        { label: "Version", value: version },
        { label: "Submitted", value: <ExactTime value={submittedAt} /> },
        {
          label: "Decided",
          value: decidedAt ? <ExactTime value={decidedAt} /> : <Absent why="not decided" />,
        },
        { label: "Listing id", value: <CopyableId id={id} label="listing id" shownLength={13} /> },
        {
          label: REFERENCE_WORDS[type],
          value: reference && <CopyableId id={reference} label="reference" shownLength={13} />,
        },
        ...(archiveSha256
          ? [
              {
                label: "Archive SHA-256",
                value: <CopyableId id={archiveSha256} label="SHA-256 of the archive" shownLength={13} />,
              },
            ]
          : []),
      ]}
    />
  );
}
