import type { TenantState } from "@/server/tenants/input.ts";
import { listHref } from "../../../_ui/list/list-url";
import { TENANTS_PATH } from "../../_components/paths";

/** What the list of tenants shows; all of it stands in the URL. */
export interface TenantsView {
  search: string;
  state: TenantState[];
  cursor?: string | undefined;
}

export const tenantsHref = ({ search, state, cursor }: Partial<TenantsView>): string =>
  listHref(TENANTS_PATH, { q: search, state, cursor });

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export const tenantsInput = ({ search, state, cursor }: TenantsView) => ({
  search,
  state,
  ...(cursor && { cursor }),
});
