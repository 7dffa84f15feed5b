import { IconUpload } from "@tabler/icons-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../../_trpc/server";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { ButtonLink } from "../../../../_ui/actions/button-link";
import { describeListingType } from "../../../../_ui/data/listing-type";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { TableSkeleton } from "../../../../_ui/feedback/skeletons";
import { PageHeader } from "../../../../_ui/page/page-header";
import { Section } from "../../../../_ui/page/section";
import { EditEntityButton } from "../../../_components/entities/edit-entity";
import classes from "../../../_components/entities/entities.module.css";
import { EntityFacts } from "../../../_components/entities/entity-facts";
import { VersionsTable } from "../../../_components/entities/versions-table";
import { publishRequest } from "../../../_components/listings/publish-request";
import { entityPath, pluginsPath } from "../../../_components/paths";
import { getPlugin, openBuilder } from "../../../access";

type PluginPageProps = { params: Promise<{ tenant: string; pluginId: string }> };

export async function generateMetadata({ params }: PluginPageProps): Promise<Metadata> {
  const { tenant, pluginId } = await params;
  await openBuilder(tenant);
  return { title: (await getPlugin(tenant, pluginId)).name };
}

export default async function PluginPage({ params }: PluginPageProps) {
  const { tenant: slug, pluginId } = await params;
  const { tenant, permissions } = await openBuilder(slug);
  const plugin = await getPlugin(slug, pluginId);
  const mayPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const submitHref = `${entityPath(slug, plugin)}/submit`;
  void api.listings.versions.prefetch({ tenant: slug, type: plugin.type, entityId: plugin.id });
  return (
    <>
      <PageHeader
        title={plugin.name}
        description={`${describeListingType(plugin.type)} · ${plugin.slug}`}
        breadcrumbs={[{ href: pluginsPath(slug), label: "Plugins" }]}
        actions={
          mayPublish && (
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
          <Section title="Versions">
            <HydrateClient>
              <Suspense fallback={<TableSkeleton columns={5} rows={4} />}>
                <VersionsTable
                  tenant={slug}
                  type={plugin.type}
                  entityId={plugin.id}
                  empty={
                    <EmptyState
                      icon={<IconUpload size={20} stroke={1.6} />}
                      title="No version yet"
                      description="Submit the first one; a moderator looks at it before it is on the marketplace."
                      {...(mayPublish && {
                        action: <ButtonLink href={submitHref}>Submit a version</ButtonLink>,
                        command: "cli plugin publish",
                      })}
                    />
                  }
                />
              </Suspense>
            </HydrateClient>
          </Section>
          <Section title="Description" isCard>
            {plugin.description ? (
              <p className={classes.description}>{plugin.description}</p>
            ) : (
              <p className={classes.none}>There is none yet; each version brings its own.</p>
            )}
          </Section>
        </div>
        <Section title="Details" isCard>
          <EntityFacts entity={plugin} />
        </Section>
      </div>
    </>
  );
}
