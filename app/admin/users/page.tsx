import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { USERS_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { FilterDisclosure } from "@/app/_ui/list/filter-disclosure.tsx";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { ListSearch } from "@/app/_ui/list/list-search.tsx";
import {
  readChoices,
  readCursor,
  readSearch,
  readValues,
  type SearchParams,
  toggleFilters,
} from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { USER_STATES } from "@/server/domains/accounts/users/input.ts";
import { type UsersView, usersHref, usersInput, usersQuery } from "../_components/list-views";
import { UserStateBadge } from "../_components/state-badges";
import { UsersTable } from "./_components/users-table";

export const metadata: Metadata = { title: ADMIN_PAGES.users.title };

export default async function UsersPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const view = readView(await searchParams);
  void api.adminUsers.list.prefetch(usersInput(view));
  const hrefOf = (change: Partial<UsersView>) => usersHref({ ...view, cursor: undefined, ...change });
  const active = view.state.length + (view.onlySuperAdmins ? 1 : 0);
  return (
    <>
      <PageHeader title="Users" />
      <FilterBar clearHref={active > 0 || view.search !== "" ? USERS_PATH : undefined}>
        <ListSearch
          label="Search users"
          placeholder="Name, email or ID"
          path={USERS_PATH}
          search={view.search}
          query={usersQuery(view)}
        />
        <FilterDisclosure active={active}>
          <FilterLinks
            label="Status"
            filters={toggleFilters(
              USER_STATES,
              view.state,
              (state) => <UserStateBadge isDisabled={state === "DISABLED"} />,
              (state) => hrefOf({ state }),
            )}
          />
          <FilterLinks
            label="Platform role"
            filters={[
              {
                key: "super-admin",
                label: "Super Admins",
                href: hrefOf({ onlySuperAdmins: !view.onlySuperAdmins }),
                isOn: view.onlySuperAdmins,
              },
            ]}
          />
        </FilterDisclosure>
      </FilterBar>
      <HydratedTable columns={6} rows={10}>
        <UsersTable view={view} />
      </HydratedTable>
    </>
  );
}

function readView(params: SearchParams): UsersView {
  return {
    search: readSearch(params),
    state: readChoices(params, "state", USER_STATES),
    onlySuperAdmins: readValues(params, "role").includes("super-admin"),
    cursor: readCursor(params),
  };
}
