import { IconPuzzle } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { marketHref } from "@/app/_paths/marketplace.ts";
import { api } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { InstallationsTable } from "@/app/builder/[tenant]/_components/installations/installations-table.tsx";
import { UnavailableNotice } from "@/app/builder/[tenant]/_components/installations/notices.tsx";
import { AppHeader } from "@/app/builder/[tenant]/apps/_components/app-tabs.tsx";
import { getApp, openBuilder } from "@/app/builder/access.ts";

type PluginsPageProps = { params: Promise<{ tenant: string; appId: string }> };

export async function generateMetadata({ params }: PluginsPageProps): Promise<Metadata> {
  const { tenant, appId } = await params;
  await openBuilder(tenant);
  return { title: `Plugins & theme · ${(await getApp(tenant, appId)).name}` };
}

const MARKET_HREF = marketHref({ type: ["APP_PLUGIN", "THEME"] });

export default async function AppPluginsPage({ params }: PluginsPageProps) {
  const { tenant: slug, appId } = await params;
  const { tenant, permissions } = await openBuilder(slug);
  const app = await getApp(slug, appId);
  const canManage = permissions.includes("APPS_MANAGE");
  void api.installations.list.prefetch({ tenant: slug, appId: app.id });
  return (
    <>
      <AppHeader
        tenant={slug}
        app={app}
        canManage={canManage}
        title="Plugins & theme"
        description="Included in every new build"
        actions={
          <>
            <ApiPopover
              path={`/api/apps/${app.id}/installations`}
              tenantId={tenant.id}
              cli={`cli installations list --app ${app.id}`}
              permission="BUILDS_READ"
            />
            <ButtonLink href={MARKET_HREF}>Browse marketplace</ButtonLink>
          </>
        }
      />
      <UnavailableNotice
        tenant={slug}
        appId={app.id}
        items={await api.builds.unavailableInputs({ tenant: slug, appId: app.id })}
        consequence="New builds are refused."
      />
      <HydratedTable columns={6} rows={4}>
        <InstallationsTable
          tenant={slug}
          appId={app.id}
          caption="Installed plugins and theme"
          empty={
            <EmptyState
              icon={<IconPuzzle size={20} stroke={1.6} />}
              title="No plugins or theme yet"
              description="Install reviewed plugins and a theme from the marketplace. Builds include exactly the versions that you choose."
              {...(canManage && {
                action: <ButtonLink href={MARKET_HREF}>Browse marketplace</ButtonLink>,
                command: "cli search --type app-plugin",
              })}
            />
          }
        />
      </HydratedTable>
    </>
  );
}
