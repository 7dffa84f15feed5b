import { IconPuzzle } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { describeListingTypes, toTypeSegment } from "@/app/_components/labels/listing-type.tsx";
import { pluginsPath } from "@/app/_paths/builder.ts";
import { BUILDER_PAGES } from "@/app/_paths/builder-pages.ts";
import { readTimeCursor } from "@/app/_paths/search-params.ts";
import { api } from "@/app/_trpc/server.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { listHref, readChoices, type SearchParams, toggleValue } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { registerRequest } from "@/app/builder/[tenant]/_components/entities/api-requests.ts";
import {
  RegisterButton,
  RegisterDialog,
} from "@/app/builder/[tenant]/_components/entities/entity-dialogs.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { PluginsTable } from "./_components/plugins-table";

const PLUGIN_TYPES = ["APP_PLUGIN", "SYSTEM_PLUGIN"] as const;

export const metadata: Metadata = { title: BUILDER_PAGES.plugins.title };

type PluginsPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function PluginsPage({ params, searchParams }: PluginsPageProps) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const query = await searchParams;
  const segments = readChoices(query, "type", PLUGIN_TYPES.map(toTypeSegment));
  const selected = PLUGIN_TYPES.filter((type) => segments.includes(toTypeSegment(type)));
  const types = selected.length > 0 ? selected : [...PLUGIN_TYPES];
  const cursor = readTimeCursor(query);
  const path = pluginsPath(tenant.slug);
  const canPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const isFiltered = segments.length > 0 || cursor !== undefined;
  void api.entities.list.prefetch({ tenant: tenant.slug, type: types, ...(cursor && { cursor }) });
  const hasPlugins = isFiltered || (await hasEntities(tenant.slug));
  return (
    <>
      <PageHeader
        title="Plugins"
        actions={
          canPublish && (
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
      {hasPlugins && (
        <FilterBar clearHref={segments.length > 0 ? path : undefined}>
          <FilterLinks
            label="Type"
            filters={PLUGIN_TYPES.map((type) => ({
              key: type,
              label: describeListingTypes(type),
              href: listHref(path, { type: toggleValue(segments, toTypeSegment(type)) }),
              isOn: selected.includes(type),
            }))}
          />
        </FilterBar>
      )}
      <HydratedTable columns={6} rows={8}>
        <PluginsTable
          tenant={tenant.slug}
          types={types}
          segments={segments}
          cursor={cursor}
          empty={<NoPlugins canPublish={canPublish} />}
        />
      </HydratedTable>
      {canPublish && <RegisterDialog tenant={tenant.slug} isTheme={false} />}
    </>
  );
}

async function hasEntities(tenant: string): Promise<boolean> {
  const { entities } = await api.entities.list({ tenant, type: [...PLUGIN_TYPES], limit: 1 });
  return entities.length > 0;
}

function NoPlugins({ canPublish }: { canPublish: boolean }) {
  return (
    <EmptyState
      icon={<IconPuzzle size={20} stroke={1.6} />}
      title="No plugins yet"
      description="Register a plugin to reserve its slug, then submit versions for review."
      {...(canPublish && {
        action: <RegisterButton isTheme={false} />,
        command: "cli plugin create my-plugin --type app",
      })}
    />
  );
}
