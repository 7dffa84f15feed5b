import { z } from "zod";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { PageLimit, Slug } from "@/shared/text/fields.ts";
import { oneOf, pageCursor, reference, singleLineText } from "@/shared/text/text.ts";
import { PLATFORMS } from "@/shared/vocabulary.ts";

const platforms = () =>
  z
    .array(oneOf(PLATFORMS), {
      error: "must be a list of platforms",
    })
    .min(1, "must contain at least one platform")
    .transform((chosen) => PLATFORMS.filter((platform) => chosen.includes(platform)));

/** Mobile app. Its slug stands for it in files, and never changes. */
export const CreateApp = z.object({
  name: singleLineText(MAX_NAME_LENGTH),
  slug: Slug,
  platforms: platforms(),
});
export type CreateApp = z.output<typeof CreateApp>;

export const AppKey = z.object({ appId: reference() });
export type AppKey = z.output<typeof AppKey>;

/** One page of the apps of a tenant, by name. */
export const ListApps = z.object({ limit: PageLimit, cursor: pageCursor().optional() });
export type ListApps = z.output<typeof ListApps>;

export const EditApp = AppKey.extend({ name: singleLineText(MAX_NAME_LENGTH), platforms: platforms() });
export type EditApp = z.output<typeof EditApp>;
