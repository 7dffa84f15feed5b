import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../_trpc/server";
import { ApiPopover } from "../../../_ui/actions/api-popover";
import { describeListingTypes, toTypeSegment } from "../../../_ui/data/listing-type";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { FilterBar, FilterLinks } from "../../../_ui/list/filter-links";
import { readChoices, type SearchParams, toggleValue } from "../../../_ui/list/list-url";
import { PageHeader } from "../../../_ui/page/page-header";
import { NoPlugins } from "../../_components/entities/no-entities";
import { PluginsTable } from "../../_components/entities/plugins-table";
import { PLUGIN_TYPES, pluginsHref, pluginsInput } from "../../_components/entities/plugins-view";
import { RegisterButton, RegisterDialog } from "../../_components/entities/register-entity";
import { registerRequest } from "../../_components/entities/register-request";
import { pluginsPath } from "../../_components/paths";
import { openBuilder } from "../../access";
import { readTimeCursor } from "../../search-params";

export const metadata: Metadata = { title: "Plugins" };

type PluginsPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function PluginsPage({ params, searchParams }: PluginsPageProps) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const query = await searchParams;
  const segments = readChoices(query, "type", PLUGIN_TYPES.map(toTypeSegment));
  const type = PLUGIN_TYPES.filter((one) => segments.includes(toTypeSegment(one)));
  const view = { type, cursor: readTimeCursor(query) };
  const path = pluginsPath(tenant.slug);
  const mayPublish = permissions.includes("MARKETPLACE_PUBLISH");
  void api.entities.list.prefetch(pluginsInput(tenant.slug, view));
  return (
    <>
      <PageHeader
        title="Plugins"
        description={`What ${tenant.name} has registered for apps and for the platform.`}
        actions={
          mayPublish && (
            <>
              <ApiPopover
                {...registerRequest(tenant.id, "APP_PLUGIN")}
                cli="cli plugin create my-plugin --type app"
                permission="MARKETPLACE_PUBLISH"
              />
              <RegisterButton isTheme={false} />
            </>
          )
        }
      />
      <FilterBar clearHref={type.length > 0 ? path : undefined}>
        <FilterLinks
          label="Kind"
          filters={PLUGIN_TYPES.map((one) => ({
            key: one,
            label: describeListingTypes(one),
            href: pluginsHref(path, { type: toggleValue(type, one) }),
            isOn: type.includes(one),
          }))}
        />
      </FilterBar>
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={8} />}>
          <PluginsTable tenant={tenant.slug} view={view} empty={<NoPlugins mayPublish={mayPublish} />} />
        </Suspense>
      </HydrateClient>
      {mayPublish && <RegisterDialog tenant={tenant.slug} isTheme={false} />}
    </>
  );
}
