import { REFERENCE_FIELD } from "@/server/listings/input.ts";
import type { RouterOutputs } from "../../../_trpc/client";
import { describeListingType } from "../../../_ui/data/listing-type";

type Listing = RouterOutputs["moderation"]["review"]["listing"];

/** The fields of one line that a listing is published with, in the order of a review. */
export function fieldsOf(listing: Listing): { label: string; value: string | null }[] {
  const { type, name, version, archiveSha256 } = listing;
  return [
    { label: "Name", value: name },
    { label: "Version", value: version },
    { label: `${describeListingType(type)} id`, value: listing[REFERENCE_FIELD[type]] },
    ...(type === "THEME" ? [] : [{ label: "Archive SHA-256", value: archiveSha256 }]),
  ];
}
