import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../../_trpc/server";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { TableSkeleton } from "../../../../_ui/feedback/skeletons";
import { PageHeader } from "../../../../_ui/page/page-header";
import { openBuilder } from "../../../access";
import { NewTokenButton, NewTokenDialog } from "../_components/new-token";
import { TokensTable } from "../_components/tokens-table";

export const metadata: Metadata = { title: "API tokens" };

export default async function TokensPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  void api.tokens.list.prefetch({ tenant: tenant.slug });
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
          <TokensTable tenant={tenant.slug} />
        </Suspense>
      </HydrateClient>
      <NewTokenDialog tenant={tenant} permissions={permissions} />
    </>
  );
}
