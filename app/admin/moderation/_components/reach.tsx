import type { RouterOutputs } from "../../../_trpc/client";
import { KeyValueList } from "../../../_ui/data/values";
import { formatCount, formatNumber } from "../../../_ui/format";
import { Section } from "../../../_ui/page/section";

type ReachProps = { reach: RouterOutputs["moderation"]["review"]["reach"] };

/** How many a decision concerns, so that a wrong one can be weighed. */
export function Reach({ reach: { downloads, downloadsOfVersion, publishedVersions, tenants } }: ReachProps) {
  return (
    <Section title="Reach">
      <KeyValueList
        items={[
          { label: "Downloads", value: `${formatNumber(downloads)} of all versions` },
          ...(downloadsOfVersion > 0
            ? [{ label: "Of this one", value: formatCount(downloadsOfVersion, "download") }]
            : []),
          { label: "Published", value: formatCount(publishedVersions, "version") },
          { label: "Bought by", value: formatCount(tenants, "tenant") },
        ]}
      />
    </Section>
  );
}
