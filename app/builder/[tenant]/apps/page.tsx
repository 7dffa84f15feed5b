import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { BUILDER_PAGES } from "@/app/_paths/builder-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { AppsTable } from "./_components/apps-table";
import { NewAppButton, NewAppDialog } from "./_components/new-app";

export const metadata: Metadata = { title: BUILDER_PAGES.apps.title };

type AppsPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function AppsPage({ params, searchParams }: AppsPageProps) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const isArchived = readValues(await searchParams, "state").includes("archived");
  const canBuild = permissions.includes("BUILDS_CREATE");
  void api.apps.list.prefetch({ tenant: tenant.slug });
  return (
    <>
      <PageHeader title="Apps" actions={canBuild && <NewAppButton />} />
      <HydratedTable columns={4} rows={5}>
        <AppsTable tenant={tenant.slug} isArchived={isArchived} canBuild={canBuild} />
      </HydratedTable>
      {canBuild && <NewAppDialog tenant={tenant.slug} />}
    </>
  );
}
