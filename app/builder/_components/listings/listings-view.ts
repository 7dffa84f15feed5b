import type { ListingStatus } from "@/db/schema/vocabulary.ts";
import { listHref } from "../../../_ui/list/list-url";

/** What the list of listings shows; all of it stands in the URL. */
export interface ListingsView {
  status: ListingStatus[];
  cursor?: string | undefined;
}

export const listingsHref = (path: string, { status, cursor }: Partial<ListingsView>): string =>
  listHref(path, { status, cursor });

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export function listingsInput(tenant: string, { status, cursor }: ListingsView) {
  return { tenant, status, ...(cursor && { cursor }) };
}
