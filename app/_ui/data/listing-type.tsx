import { IconPalette, IconPuzzle, IconServerCog } from "@tabler/icons-react";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import classes from "./listing-type.module.css";

/** `segment` is the type in URLs. */
const TYPES = {
  APP_PLUGIN: { label: "App plugin", plural: "App plugins", segment: "app-plugin", Icon: IconPuzzle },
  SYSTEM_PLUGIN: {
    label: "System plugin",
    plural: "System plugins",
    segment: "system-plugin",
    Icon: IconServerCog,
  },
  THEME: { label: "Theme", plural: "Themes", segment: "theme", Icon: IconPalette },
} as const satisfies Record<ListingType, object>;

export type TypeSegment = (typeof TYPES)[ListingType]["segment"];

/** Types in display order. */
export const listingTypes = Object.keys(TYPES) as ListingType[];

export const describeListingType = (type: ListingType): string => TYPES[type].label;
export const describeListingTypes = (type: ListingType): string => TYPES[type].plural;
export const toTypeSegment = (type: ListingType): TypeSegment => TYPES[type].segment;

export function findTypeBySegment(segment: string): ListingType | undefined {
  return listingTypes.find((type) => TYPES[type].segment === segment);
}

export function ListingTypeIcon({ type, size = 18 }: { type: ListingType; size?: number }) {
  const { Icon } = TYPES[type];
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}

/** Type with icon and label. */
export function ListingTypeLabel({ type }: { type: ListingType }) {
  return (
    <span className={classes.label}>
      <ListingTypeIcon type={type} size={16} />
      {TYPES[type].label}
    </span>
  );
}
