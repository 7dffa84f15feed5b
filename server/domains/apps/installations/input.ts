import { z } from "zod";
import { ListingTypeInput, Slug, Version } from "@/shared/text/fields.ts";
import { oneOf, plainText, reference } from "@/shared/text/text.ts";
import { INSTALLATION_UPDATES } from "@/shared/vocabulary.ts";

/**
 * Version, update policy and consent of an installation, as `PUT` sets them. Without a version it is the highest one whose
 * rollout is not on hold, without a policy that of the installation, `MANUAL` for a new one.
 */
export const InstallationContent = z.object({
  version: Version.optional(),
  updates: oneOf(INSTALLATION_UPDATES).optional(),
  acceptPermissions: z
    .array(plainText(64), { error: "must be a list of permissions" })
    .max(100, "must be at most 100 permissions")
    .default([]),
});
export type InstallationContent = z.output<typeof InstallationContent>;

export const ImpactOf = z.object({ listingId: reference() });

/** App, or the tenant itself for system plugins. */
export const InstallationTarget = z.object({ appId: reference().nullable() });
export type InstallationTarget = z.output<typeof InstallationTarget>;

export const InstallationKey = InstallationTarget.extend({ type: ListingTypeInput, slug: Slug });
export type InstallationKey = z.output<typeof InstallationKey>;

/** Change of an installation from its page. REST has neither of the two more fields. */
export const SetInstallation = InstallationKey.extend(InstallationContent.shape).extend({
  /** Installed version that the caller has seen, null for none. */
  expectedVersion: Version.nullable().optional(),
  /** Earlier consent that `acceptPermissions` does not name ends. Undoing an update takes back its consent. */
  replacesConsent: z.boolean().optional(),
});
export type SetInstallation = z.output<typeof SetInstallation>;

/** Item in a target, and the version to compare with. Without a version: the current one, if it is not installed. */
export const InstallationQuery = InstallationKey.extend({ version: Version.optional() });
export type InstallationQuery = z.output<typeof InstallationQuery>;

/** Input of a build as its worker asks for it. */
export interface OpenInput {
  buildId: string;
  sha256: string;
  workerId: string;
}
