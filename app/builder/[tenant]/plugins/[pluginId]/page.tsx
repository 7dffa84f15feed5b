import type { Metadata } from "next";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { pluginsPath, submitPath } from "@/app/_paths/builder.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { publishRequest } from "@/app/builder/[tenant]/_components/entities/api-requests.ts";
import { readDownloadPeriod } from "@/app/builder/[tenant]/_components/entities/downloads.tsx";
import { EditEntityButton } from "@/app/builder/[tenant]/_components/entities/entity-dialogs.tsx";
import { EntityPage } from "@/app/builder/[tenant]/_components/entities/entity-sections.tsx";
import { getPlugin, openBuilder } from "@/app/builder/access.ts";

type PluginPageProps = {
  params: Promise<{ tenant: string; pluginId: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params }: PluginPageProps): Promise<Metadata> {
  const { tenant, pluginId } = await params;
  await openBuilder(tenant);
  return { title: (await getPlugin(tenant, pluginId)).name };
}

export default async function PluginPage({ params, searchParams }: PluginPageProps) {
  const { tenant: slug, pluginId } = await params;
  const { tenant, permissions } = await openBuilder(slug);
  const plugin = await getPlugin(slug, pluginId);
  const canPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const submitHref = submitPath(slug, plugin);
  return (
    <>
      <PageHeader
        title={plugin.name}
        description={`${describeListingType(plugin.type)} · ${plugin.slug}`}
        breadcrumbs={[{ href: pluginsPath(slug), label: "Plugins" }]}
        actions={
          canPublish && (
            <>
              <ApiPopover
                {...publishRequest(tenant.id, plugin)}
                cli="cli plugin publish"
                permission="MARKETPLACE_PUBLISH"
              />
              <EditEntityButton tenant={slug} entity={plugin} />
              <ButtonLink href={submitHref} variant="filled">
                New version
              </ButtonLink>
            </>
          )
        }
      />
      <EntityPage
        tenant={slug}
        entity={plugin}
        submitHref={canPublish ? submitHref : null}
        firstStep="Submit the first version"
        command="cli plugin publish"
        days={readDownloadPeriod(await searchParams)}
      />
    </>
  );
}
