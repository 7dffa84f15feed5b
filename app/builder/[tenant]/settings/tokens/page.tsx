import type { Metadata } from "next";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { SETTINGS_PAGES } from "@/app/_paths/builder-pages.ts";
import { readTimeCursor } from "@/app/_paths/search-params.ts";
import { api } from "@/app/_trpc/server.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { NewTokenButton, NewTokenDialog } from "../_components/new-token";
import { TenantTokens } from "../_components/tenant-tokens";

export const metadata: Metadata = { title: SETTINGS_PAGES.tokens.title };

type TokensPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function TokensPage({ params, searchParams }: TokensPageProps) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const cursor = readTimeCursor(await searchParams);
  void api.tokens.list.prefetch({ tenant: tenant.slug, ...(cursor && { cursor }) });
  return (
    <>
      <PageHeader
        title="API tokens"
        description={tenant.role === "OWNER" ? "Tokens of all members" : "Your tokens"}
        actions={
          <>
            <ApiPopover path="/api/me" tenantId={tenant.id} cli="cli whoami" />
            <NewTokenButton />
          </>
        }
      />
      <HydratedTable columns={6} rows={4}>
        <TenantTokens tenant={tenant.slug} cursor={cursor} />
      </HydratedTable>
      <NewTokenDialog tenant={tenant} permissions={permissions} />
    </>
  );
}
