import type { Metadata } from "next";
import { Suspense } from "react";
import { USERS_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { FilterDisclosure } from "@/app/_ui/list/filter-disclosure.tsx";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { ListSearch } from "@/app/_ui/list/list-search.tsx";
import {
  readChoices,
  readCursor,
  readSearch,
  readValues,
  type SearchParams,
  toggleValue,
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
            filters={USER_STATES.map((state) => ({
              key: state,
              label: <UserStateBadge isDisabled={state === "DISABLED"} />,
              href: hrefOf({ state: toggleValue(view.state, state) }),
              isOn: view.state.includes(state),
            }))}
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
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={10} />}>
          <UsersTable view={view} />
        </Suspense>
      </HydrateClient>
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
