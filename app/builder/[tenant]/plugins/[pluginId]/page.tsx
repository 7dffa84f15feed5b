import type { Metadata } from "next";
import { api } from "../../../../_trpc/server";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { ButtonLink } from "../../../../_ui/actions/button";
import { describeListingType } from "../../../../_ui/data/listing-type";
import type { SearchParams } from "../../../../_ui/list/list-url";
import { PageHeader } from "../../../../_ui/page/page-header";
import { Section } from "../../../../_ui/page/section";
import { publishRequest } from "../../../_components/entities/api-requests";
import { Downloads, readDownloadPeriod } from "../../../_components/entities/downloads";
import classes from "../../../_components/entities/entities.module.css";
import { EditEntityButton } from "../../../_components/entities/entity-dialogs";
import {
  EntityDescription,
  EntityInstallations,
  EntityMetadata,
  EntityVersions,
} from "../../../_components/entities/entity-sections";
import { entityPath, pluginsPath } from "../../../_components/paths";
import { getPlugin, openBuilder } from "../../../access";

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
  const history = await api.installations.history({ tenant: slug, type: plugin.type, slug: plugin.slug });
  const canPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const submitHref = `${entityPath(slug, plugin)}/submit`;
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
      <div className={classes.columns}>
        <div>
          <EntityVersions
            tenant={slug}
            entity={plugin}
            submitHref={canPublish ? submitHref : null}
            firstStep="Submit the first version"
            command="cli plugin publish"
          />
          <Downloads tenant={slug} entity={plugin} days={readDownloadPeriod(await searchParams)} />
          {plugin.approvedVersion && <EntityInstallations history={history} />}
          <EntityDescription entity={plugin} />
        </div>
        <Section title="Details" isCard>
          <EntityMetadata entity={plugin} />
        </Section>
      </div>
    </>
  );
}
