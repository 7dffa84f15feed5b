import type { MarketplaceItem } from "@/server/marketplace/view.ts";
import { describeListingType, ListingTypeIcon } from "../../../_ui/data/listing-type";
import { RelativeTime } from "../../../_ui/data/time";
import { LinkCard, LinkCardTitle } from "../../../_ui/page/section";
import { ThemePreviewThumbnail } from "../../../_ui/theme/theme-preview";
import classes from "./item-card.module.css";
import { itemPath } from "./market-view";

export function ItemCard({ item }: { item: MarketplaceItem }) {
  return (
    <LinkCard>
      <div className={classes.body}>
        <div className={classes.stage}>
          {item.look ? (
            <ThemePreviewThumbnail name={item.name} config={item.look.themeConfig} />
          ) : (
            <span className={classes.emblem}>
              <ListingTypeIcon type={item.type} size={44} />
            </span>
          )}
        </div>
        <div className={classes.head}>
          <span className={classes.icon}>
            <ListingTypeIcon type={item.type} size={20} />
          </span>
          <div className={classes.titles}>
            <LinkCardTitle href={itemPath(item)}>{item.name}</LinkCardTitle>
            <p className={classes.publisher}>{item.publisher}</p>
          </div>
        </div>
        <p className={classes.description}>{item.description}</p>
        <p className={classes.facts}>
          <span>{describeListingType(item.type)}</span>
          <span className={classes.version}>{item.version}</span>
          <span className={classes.when}>
            <RelativeTime value={item.approvedAt} />
          </span>
        </p>
      </div>
    </LinkCard>
  );
}
