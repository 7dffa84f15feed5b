import { ListingTypeIcon } from "@/app/_components/labels/listing-type.tsx";
import type { ListingType } from "@/shared/vocabulary.ts";
import classes from "./item-icon.module.css";

type ItemIconProps = { type: ListingType; icon: string | null; size?: "sm" | "md" };

const PIXELS = { sm: 24, md: 40 };

/** Icon of an item beside its name, which says the same; without one, the icon of its type. */
export function ItemIcon({ type, icon, size = "sm" }: ItemIconProps) {
  const pixels = PIXELS[size];
  return (
    <span className={classes.icon} data-size={size} aria-hidden="true">
      {icon ? (
        // biome-ignore lint/performance/noImgElement: stored in the widths it is shown in
        <img src={icon} width={pixels} height={pixels} alt="" />
      ) : (
        <ListingTypeIcon type={type} size={pixels * 0.6} />
      )}
    </span>
  );
}
