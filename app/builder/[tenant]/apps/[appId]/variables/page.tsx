import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { api } from "@/app/_trpc/server.tsx";
import { AppHeader } from "@/app/builder/[tenant]/apps/_components/app-tabs.tsx";
import { NewVariableButton } from "@/app/builder/[tenant]/apps/[appId]/variables/_components/variables-table.tsx";
import { getApp, openBuilder } from "@/app/builder/access.ts";
import { VariablesTable } from "./_components/variables-table";

type VariablesPageProps = { params: Promise<{ tenant: string; appId: string }> };

export async function generateMetadata({ params }: VariablesPageProps): Promise<Metadata> {
  const { tenant, appId } = await params;
  await openBuilder(tenant);
  return { title: `Variables · ${(await getApp(tenant, appId)).name}` };
}

export default async function VariablesPage({ params }: VariablesPageProps) {
  const { tenant: slug, appId } = await params;
  const { tenant, permissions } = await openBuilder(slug);
  if (!permissions.includes("APPS_MANAGE")) notFound();
  const app = await getApp(slug, appId);
  void api.variables.list.prefetch({ tenant: slug, appId: app.id });
  return (
    <>
      <AppHeader
        tenant={slug}
        app={app}
        canManage
        title="Variables"
        description="Environment variables of every build"
        actions={
          <>
            <ApiPopover
              path={`/api/apps/${app.id}/variables`}
              tenantId={tenant.id}
              permission="APPS_MANAGE"
            />
            <NewVariableButton />
          </>
        }
      />
      <HydratedTable columns={5} rows={4}>
        <VariablesTable tenant={slug} app={app} />
      </HydratedTable>
    </>
  );
}
