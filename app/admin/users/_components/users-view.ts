import type { UserState } from "@/server/identity/input.ts";
import { listHref } from "../../../_ui/list/list-url";
import { USERS_PATH } from "../../_components/paths";

/** What the list of people shows; all of it stands in the URL. */
export interface UsersView {
  search: string;
  state: UserState[];
  onlySuperAdmins: boolean;
  cursor?: string | undefined;
}

/** The part of the address beside the search and the page. */
export const usersQuery = ({ state, onlySuperAdmins }: Partial<UsersView>) => ({
  state,
  role: onlySuperAdmins ? "super-admin" : undefined,
});

export const usersHref = ({ search, cursor, ...view }: Partial<UsersView>): string =>
  listHref(USERS_PATH, { q: search, ...usersQuery(view), cursor });

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export const usersInput = ({ search, state, onlySuperAdmins, cursor }: UsersView) => ({
  search,
  state,
  onlySuperAdmins,
  ...(cursor && { cursor }),
});
