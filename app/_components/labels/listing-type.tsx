import { IconPalette, IconPuzzle, IconServerCog } from "@tabler/icons-react";
import { LISTING_TYPE_LABELS } from "@/shared/labels.ts";
import { LISTING_TYPE_SEGMENTS, type ListingType, type ListingTypeSegment } from "@/shared/vocabulary.ts";
import classes from "./listing-type.module.css";

const TYPES = {
  APP_PLUGIN: { plural: "App plugins", Icon: IconPuzzle },
  SYSTEM_PLUGIN: {
    plural: "System plugins",
    Icon: IconServerCog,
  },
  THEME: { plural: "Themes", Icon: IconPalette },
} as const satisfies Record<ListingType, object>;

/** Types in display order. */
export const listingTypes = Object.keys(TYPES) as ListingType[];

export const describeListingType = (type: ListingType): string => LISTING_TYPE_LABELS[type];
export const describeListingTypes = (type: ListingType): string => TYPES[type].plural;
export const toTypeSegment = (type: ListingType): ListingTypeSegment => LISTING_TYPE_SEGMENTS[type];

export function findTypeBySegment(segment: string): ListingType | undefined {
  return listingTypes.find((type) => LISTING_TYPE_SEGMENTS[type] === segment);
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
      {LISTING_TYPE_LABELS[type]}
    </span>
  );
}
