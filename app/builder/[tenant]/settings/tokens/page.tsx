import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../../_trpc/server";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { TableSkeleton } from "../../../../_ui/feedback/skeletons";
import type { SearchParams } from "../../../../_ui/list/list-url";
import { PageHeader } from "../../../../_ui/page/page-header";
import { openBuilder } from "../../../access";
import { readTimeCursor } from "../../../search-params";
import { NewTokenButton, NewTokenDialog } from "../_components/new-token";
import { TokensTable } from "../_components/tokens-table";

export const metadata: Metadata = { title: "API tokens" };

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
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={4} />}>
          <TokensTable tenant={tenant.slug} cursor={cursor} />
        </Suspense>
      </HydrateClient>
      <NewTokenDialog tenant={tenant} permissions={permissions} />
    </>
  );
}
