import { IconServerCog } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { SETTINGS_PAGES } from "@/app/_paths/builder-pages.ts";
import { marketHref } from "@/app/_paths/marketplace.ts";
import { api } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { InstallationsTable } from "@/app/builder/[tenant]/_components/installations/installations-table.tsx";
import { openBuilder } from "@/app/builder/access.ts";

export const metadata: Metadata = { title: SETTINGS_PAGES.systemPlugins.title };

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
      <HydratedTable columns={6} rows={4}>
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
      </HydratedTable>
    </>
  );
}
