import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { entityPath, pluginsPath } from "@/app/_paths/builder.ts";
import { api } from "@/app/_trpc/server.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { SubmitForm } from "@/app/builder/[tenant]/_components/submit/submit-form.tsx";
import { getPlugin, openBuilder } from "@/app/builder/access.ts";

export const metadata: Metadata = { title: "New version" };

type SubmitPageProps = { params: Promise<{ tenant: string; pluginId: string }> };

export default async function SubmitPluginPage({ params }: SubmitPageProps) {
  const { tenant, pluginId } = await params;
  const { permissions } = await openBuilder(tenant);
  const plugin = await getPlugin(tenant, pluginId);
  if (!permissions.includes("MARKETPLACE_PUBLISH")) notFound();
  const versions = await api.listings.versions({ tenant, type: plugin.type, entityId: plugin.id });
  return (
    <>
      <PageHeader
        title={`New version of ${plugin.name}`}
        breadcrumbs={[
          { href: pluginsPath(tenant), label: "Plugins" },
          { href: entityPath(tenant, plugin), label: plugin.name },
        ]}
      />
      <SubmitForm tenant={tenant} entity={plugin} versions={versions} />
    </>
  );
}
