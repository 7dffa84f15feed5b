import { IconDownload } from "@tabler/icons-react";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { ThemePreviewThumbnail } from "@/app/_components/theme/theme-preview.tsx";
import { itemPath } from "@/app/_paths/marketplace.ts";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { LinkCard, LinkCardTitle } from "@/app/_ui/page/section.tsx";
import type { MarketplaceItem } from "@/server/domains/marketplace/view.ts";
import { variantWidths } from "@/shared/plugin/images/limits.ts";
import classes from "./item-card.module.css";
import { ItemIcon } from "./item-icon";

type ItemsProps = {
  /** Accessible name of the list. */
  label: string;
  items: readonly MarketplaceItem[];
  /** Shows the preview of a theme and the first screenshot of a plugin. */
  isLarge?: boolean;
};

/** Items as cards, as many in a row as fit. */
export function ItemCards({ label, items, isLarge = false }: ItemsProps) {
  return (
    <ul className={classes.items} aria-label={label}>
      {items.map((item) => (
        <li key={item.listingId}>
          <ItemCard item={item} isLarge={isLarge} />
        </li>
      ))}
    </ul>
  );
}

function ItemCard({ item, isLarge }: { item: MarketplaceItem; isLarge: boolean }) {
  // The picture above the name shows it larger, except for a screenshot.
  const hasIcon = !isLarge || item.cover !== null;
  return (
    <LinkCard>
      <div className={isLarge ? classes.large : classes.compact}>
        {isLarge && (
          <div className={classes.stage}>
            <Stage item={item} />
          </div>
        )}
        <div className={classes.body}>
          <div className={classes.head}>
            {hasIcon && <ItemIcon item={item} />}
            <div className={classes.titles}>
              <LinkCardTitle href={itemPath(item)} level={3}>
                {item.name}
              </LinkCardTitle>
              <p className={classes.publisher}>{item.publisher}</p>
            </div>
          </div>
          <p className={classes.summary}>{item.summary}</p>
          <p className={classes.facts}>
            <span>{describeListingType(item.type)}</span>
            <span className={classes.version}>{item.version}</span>
            <span className={classes.figures}>
              <RelativeTime value={item.approvedAt} />
              <span className={classes.downloads}>
                <IconDownload size={13} stroke={1.75} aria-hidden="true" />
                {formatNumber(item.downloads)}
                <span className="visually-hidden"> downloads</span>
              </span>
            </span>
          </p>
        </div>
      </div>
    </LinkCard>
  );
}

const COVER_SIZE = { width: 640, height: 304 };

function Stage({ item }: { item: MarketplaceItem }) {
  const { name, look, cover } = item;
  if (look) return <ThemePreviewThumbnail name={name} config={look.themeConfig} />;
  if (cover) {
    const widths = variantWidths(cover.width);
    const width = widths.find((one) => one >= COVER_SIZE.width) ?? cover.width;
    return (
      // biome-ignore lint/performance/noImgElement: stored in the widths it is shown in
      <img
        className={classes.cover}
        src={`${cover.variantsUrl}/${width}`}
        {...COVER_SIZE}
        alt={cover.alt}
        loading="lazy"
        decoding="async"
      />
    );
  }
  return (
    <span className={classes.emblem}>
      <ItemIcon item={item} />
    </span>
  );
}
