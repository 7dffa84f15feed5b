import { ListingTypeIcon } from "@/app/_components/labels/listing-type.tsx";
import type { MarketplaceItem } from "@/server/domains/marketplace/view.ts";
import { variantWidths } from "@/shared/plugin/images/limits.ts";
import { paletteOf } from "@/shared/plugin/theme.ts";
import classes from "./item-icon.module.css";

type ItemIconProps = {
  item: Pick<MarketplaceItem, "type" | "look" | "icon">;
  /** "lg" beside the title of a page. */
  size?: "md" | "lg";
};

const SIDES = { md: 40, lg: 56 };

/** Icon of an item beside its name: the publisher's, the colors of a theme, or the symbol of the type. */
export function ItemIcon({ item: { type, look, icon }, size = "md" }: ItemIconProps) {
  if (icon) {
    const [smallest = icon.width] = variantWidths(icon.width);
    return (
      // biome-ignore lint/performance/noImgElement: stored in the widths it is shown in
      <img
        className={classes.icon}
        data-size={size}
        src={`${icon.variantsUrl}/${smallest}`}
        width={SIDES[size]}
        height={SIDES[size]}
        alt=""
        decoding="async"
      />
    );
  }
  if (look) {
    const [light, dark] = [paletteOf(look.themeConfig, "light"), paletteOf(look.themeConfig, "dark")];
    return (
      <span
        className={classes.swatch}
        data-size={size}
        style={{
          background: `linear-gradient(135deg, ${light.background} 50%, ${dark.background} 50%)`,
        }}
        aria-hidden="true"
      >
        <span style={{ background: light.accent }} />
        <span style={{ background: dark.accent }} />
      </span>
    );
  }
  return (
    <span className={classes.symbol} data-size={size}>
      <ListingTypeIcon type={type} size={SIDES[size] / 2} />
    </span>
  );
}
