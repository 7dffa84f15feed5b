import type { ListingType } from "@/db/schema/vocabulary.ts";
import { toTypeSegment } from "../../_ui/data/listing-type";

/** Where everybody sees an item once a version of it is approved. */
export const itemPath = ({ type, slug }: { type: ListingType; slug: string }): string =>
  `/marketplace/${toTypeSegment(type)}/${slug}`;
