import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { TENANTS_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { readChoices, readCursor, readSearch, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { TENANT_STATES } from "@/server/domains/accounts/tenants/input.ts";
import { type TenantsView, tenantsHref, tenantsInput } from "../_components/list-views";
import { SearchAndStatus } from "../_components/search-and-status";
import { TenantStateBadge } from "../_components/state-badges";
import { TenantsTable } from "./_components/tenants-table";

export const metadata: Metadata = { title: ADMIN_PAGES.tenants.title };

export default async function TenantsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const view = readView(await searchParams);
  void api.adminTenants.list.prefetch(tenantsInput(view));
  return (
    <>
      <PageHeader title="Workspaces" />
      <SearchAndStatus
        label="Search workspaces"
        placeholder="Name, slug or ID"
        path={TENANTS_PATH}
        view={view}
        states={TENANT_STATES}
        badgeOf={(state) => <TenantStateBadge isSuspended={state === "SUSPENDED"} />}
        hrefOf={(state) => tenantsHref({ ...view, cursor: undefined, state })}
      />
      <HydratedTable columns={6} rows={10}>
        <TenantsTable view={view} />
      </HydratedTable>
    </>
  );
}

function readView(params: SearchParams): TenantsView {
  return {
    search: readSearch(params),
    state: readChoices(params, "state", TENANT_STATES),
    cursor: readCursor(params),
  };
}
