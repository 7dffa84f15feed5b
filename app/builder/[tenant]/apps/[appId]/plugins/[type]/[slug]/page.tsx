import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { describeListingType, findTypeBySegment } from "@/app/_components/labels/listing-type.tsx";
import { appPath, appPluginsPath, appsPath } from "@/app/_paths/builder.ts";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { InstallationDetail } from "@/app/builder/[tenant]/_components/installations/installation-detail.tsx";
import { InstallationHeader } from "@/app/builder/[tenant]/_components/installations/installation-header.tsx";
import { getApp, getInstallation, openBuilder } from "@/app/builder/access.ts";

type InstallationPageProps = {
  params: Promise<{ tenant: string; appId: string; type: string; slug: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params, searchParams }: InstallationPageProps): Promise<Metadata> {
  const { app, page } = await findPage(await params, await searchParams);
  return { title: `${page.item.name} in ${app.name}` };
}

export default async function InstallationPage({ params, searchParams }: InstallationPageProps) {
  const { tenant, app, page, canManage } = await findPage(await params, await searchParams);
  const { slug } = tenant;
  return (
    <>
      <InstallationHeader
        tenantId={tenant.id}
        appId={app.id}
        page={page}
        description={`${describeListingType(page.item.type)} in ${app.name}`}
        breadcrumbs={[
          { label: "Apps", href: appsPath(slug) },
          { label: app.name, href: appPath(slug, app.id) },
          { label: "Plugins & theme", href: appPluginsPath(slug, app.id) },
        ]}
      />
      <InstallationDetail tenant={slug} appId={app.id} page={page} canManage={canManage} />
    </>
  );
}

async function findPage(
  { tenant: slug, appId, type: segment, slug: item }: Awaited<InstallationPageProps["params"]>,
  query: SearchParams,
) {
  const { tenant, permissions } = await openBuilder(slug);
  const type = findTypeBySegment(segment);
  if (!type) notFound();
  const app = await getApp(slug, appId);
  const page = await getInstallation(slug, app.id, type, item, readValues(query, "version")[0]);
  return { tenant, app, page, canManage: permissions.includes("APPS_MANAGE") };
}
