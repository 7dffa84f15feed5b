import { REFERENCE_FIELD } from "@/server/listings/policy.ts";
import type { RouterOutputs } from "../../../_trpc/client";
import { describeListingType } from "../../../_ui/data/listing-type";

type Review = RouterOutputs["moderation"]["review"];

/** The fields of one line that a listing and its manifest are made of, in the order of a review. */
export function fieldsOf(
  listing: Review["listing"],
  manifest: Review["manifests"]["submitted"],
): { label: string; value: string | null }[] {
  const { type, name, version, archiveSha256 } = listing;
  return [
    { label: "Name", value: name },
    { label: "Version", value: version },
    { label: `${describeListingType(type)} id`, value: listing[REFERENCE_FIELD[type]] },
    ...(type === "THEME" ? [] : [{ label: "Archive SHA-256", value: archiveSha256 }]),
    ...(manifest
      ? [
          { label: "Entry", value: manifest.entry },
          { label: "Licence", value: manifest.license ?? null },
          { label: "Homepage", value: manifest.homepage ?? null },
          { label: "Platform from", value: manifest.minPlatformVersion ?? null },
          ...nameInManifest(name, manifest.name),
        ]
      : []),
  ];
}

/** Named only where the archive calls itself something else than its listing. */
function nameInManifest(name: string, inManifest: string) {
  return name === inManifest ? [] : [{ label: "Name in the manifest", value: inManifest }];
}
