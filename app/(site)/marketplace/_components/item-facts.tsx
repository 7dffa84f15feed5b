import type { MarketplaceItemDetail } from "@/server/marketplace/view.ts";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { ListingTypeLabel } from "../../../_ui/data/listing-type";
import { RelativeTime } from "../../../_ui/data/time";
import { KeyValueList } from "../../../_ui/data/values";
import { formatNumber } from "../../../_ui/format";
import classes from "./item-facts.module.css";

const LONGEST_SLUG_SHOWN = 16;

export function ItemFacts({ item }: { item: MarketplaceItemDetail }) {
  const first = item.versions.at(-1) ?? item;
  return (
    <div className={classes.facts}>
      <KeyValueList
        items={[
          { label: "Kind", value: <ListingTypeLabel type={item.type} /> },
          { label: "Publisher", value: item.publisher },
          {
            label: "Slug",
            value: <CopyableId id={item.slug} label="slug" shownLength={LONGEST_SLUG_SHOWN} />,
          },
          { label: "Updated", value: <RelativeTime value={item.approvedAt} /> },
          { label: "Since", value: <RelativeTime value={first.approvedAt} /> },
          { label: "Versions", value: formatNumber(item.versions.length) },
        ]}
      />
    </div>
  );
}
