import type { ListingType } from "@/db/schema/vocabulary.ts";
import { toTypeSegment } from "../../../_ui/data/listing-type";
import { listHref } from "../../../_ui/list/list-url";

export const PLUGIN_TYPES = ["APP_PLUGIN", "SYSTEM_PLUGIN"] as const satisfies ListingType[];
type PluginType = (typeof PLUGIN_TYPES)[number];

/** What the list of plugins shows; all of it stands in the URL. */
export interface PluginsView {
  type: PluginType[];
  cursor?: string | undefined;
}

export const pluginsHref = (path: string, { type = [], cursor }: Partial<PluginsView>): string =>
  listHref(path, { type: type.map(toTypeSegment), cursor });

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export function pluginsInput(tenant: string, { type, cursor }: PluginsView) {
  return { tenant, type: type.length > 0 ? type : [...PLUGIN_TYPES], ...(cursor && { cursor }) };
}
