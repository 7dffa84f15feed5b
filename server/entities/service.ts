import { appPlugins, systemPlugins, themes } from "@/db/schema/index.ts";
import { AppError } from "../errors.ts";

/** Where entities of each type stand. */
export const TABLE_OF_TYPE = { APP_PLUGIN: appPlugins, THEME: themes, SYSTEM_PLUGIN: systemPlugins } as const;

export const slugTaken = () =>
  new AppError("SLUG_TAKEN", "The slug belongs to another publisher or to another item of yours.", {
    problems: [{ path: "slug", message: "belongs to another publisher or to another item of yours" }],
  });
