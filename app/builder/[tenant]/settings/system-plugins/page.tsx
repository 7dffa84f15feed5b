import { IconServerCog } from "@tabler/icons-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../../_trpc/server";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { ButtonLink } from "../../../../_ui/actions/button";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { TableSkeleton } from "../../../../_ui/feedback/skeletons";
import { PageHeader } from "../../../../_ui/page/page-header";
import { marketHref } from "../../../../(site)/marketplace/_components/market-view";
import { InstallationsTable } from "../../../_components/installations/installations-table";
import { openBuilder } from "../../../access";

export const metadata: Metadata = { title: "System plugins" };

const MARKET_HREF = marketHref({ type: ["SYSTEM_PLUGIN"] });

export default async function SystemPluginsPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const { slug } = tenant;
  void api.installations.list.prefetch({ tenant: slug, appId: null });
  return (
    <>
      <PageHeader
        title="System plugins"
        description="Included in every new build of every app"
        actions={
          <>
            <ApiPopover
              path="/api/installations"
              tenantId={tenant.id}
              cli="cli installations list"
              permission="BUILDS_READ"
            />
            <ButtonLink href={MARKET_HREF}>Browse marketplace</ButtonLink>
          </>
        }
      />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={4} />}>
          <InstallationsTable
            tenant={slug}
            appId={null}
            caption="Installed system plugins"
            empty={
              <EmptyState
                icon={<IconServerCog size={20} stroke={1.6} />}
                title="No system plugins yet"
                description="System plugins extend the workspace and are included in the builds of all its apps."
                {...(permissions.includes("APPS_MANAGE") && {
                  action: <ButtonLink href={MARKET_HREF}>Browse marketplace</ButtonLink>,
                  command: "cli search --type system-plugin",
                })}
              />
            }
          />
        </Suspense>
      </HydrateClient>
    </>
  );
}
