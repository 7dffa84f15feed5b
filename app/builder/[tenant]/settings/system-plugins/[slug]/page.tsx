import type { Metadata } from "next";
import { systemPluginsPath } from "@/app/_paths/builder.ts";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { InstallationDetail } from "@/app/builder/[tenant]/_components/installations/installation-detail.tsx";
import { InstallationHeader } from "@/app/builder/[tenant]/_components/installations/installation-header.tsx";
import { getInstallation, openBuilder } from "@/app/builder/access.ts";

type SystemPluginPageProps = {
  params: Promise<{ tenant: string; slug: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params, searchParams }: SystemPluginPageProps): Promise<Metadata> {
  return { title: (await findPage(await params, await searchParams)).page.item.name };
}

export default async function SystemPluginPage({ params, searchParams }: SystemPluginPageProps) {
  const { tenant, page, canManage } = await findPage(await params, await searchParams);
  return (
    <>
      <InstallationHeader
        tenantId={tenant.id}
        appId={null}
        page={page}
        description={`System plugin in ${tenant.name}`}
        breadcrumbs={[{ label: "System plugins", href: systemPluginsPath(tenant.slug) }]}
      />
      <InstallationDetail tenant={tenant.slug} appId={null} page={page} canManage={canManage} />
    </>
  );
}

async function findPage(
  { tenant: slug, slug: item }: Awaited<SystemPluginPageProps["params"]>,
  query: SearchParams,
) {
  const { tenant, permissions } = await openBuilder(slug);
  const page = await getInstallation(slug, null, "SYSTEM_PLUGIN", item, readValues(query, "version")[0]);
  return { tenant, page, canManage: permissions.includes("APPS_MANAGE") };
}
