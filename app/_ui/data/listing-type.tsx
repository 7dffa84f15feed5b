import { IconPalette, IconPuzzle, IconServerCog } from "@tabler/icons-react";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import classes from "./listing-type.module.css";

/** `segment` is the type in addresses. */
const kinds = {
  APP_PLUGIN: { word: "App plugin", plural: "App plugins", segment: "app-plugin", Icon: IconPuzzle },
  SYSTEM_PLUGIN: {
    word: "System plugin",
    plural: "System plugins",
    segment: "system-plugin",
    Icon: IconServerCog,
  },
  THEME: { word: "Theme", plural: "Themes", segment: "theme", Icon: IconPalette },
} as const satisfies Record<ListingType, object>;

export type TypeSegment = (typeof kinds)[ListingType]["segment"];

/** The types in the order in which they are offered. */
export const listingTypes = Object.keys(kinds) as ListingType[];

export const describeListingType = (type: ListingType): string => kinds[type].word;
export const describeListingTypes = (type: ListingType): string => kinds[type].plural;
export const toTypeSegment = (type: ListingType): TypeSegment => kinds[type].segment;

export function findTypeBySegment(segment: string): ListingType | undefined {
  return listingTypes.find((type) => kinds[type].segment === segment);
}

export function ListingTypeIcon({ type, size = 18 }: { type: ListingType; size?: number }) {
  const { Icon } = kinds[type];
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}

/** The type as an icon and its word. */
export function ListingTypeLabel({ type }: { type: ListingType }) {
  return (
    <span className={classes.label}>
      <ListingTypeIcon type={type} size={16} />
      {kinds[type].word}
    </span>
  );
}
