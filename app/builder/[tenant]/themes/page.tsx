import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../_trpc/server";
import { ApiPopover } from "../../../_ui/actions/api-popover";
import { CardsSkeleton } from "../../../_ui/feedback/skeletons";
import type { SearchParams } from "../../../_ui/list/list-url";
import { PageHeader } from "../../../_ui/page/page-header";
import { NoThemes } from "../../_components/entities/no-entities";
import { RegisterButton, RegisterDialog } from "../../_components/entities/register-entity";
import { registerRequest } from "../../_components/entities/register-request";
import { ThemeCards } from "../../_components/themes/theme-cards";
import { themesInput } from "../../_components/themes/themes-view";
import { openBuilder } from "../../access";
import { readTimeCursor } from "../../search-params";

export const metadata: Metadata = { title: "Themes" };

type ThemesPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function ThemesPage({ params, searchParams }: ThemesPageProps) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const cursor = readTimeCursor(await searchParams);
  const mayPublish = permissions.includes("MARKETPLACE_PUBLISH");
  void api.themes.list.prefetch(themesInput(tenant.slug, cursor));
  return (
    <>
      <PageHeader
        title="Themes"
        description={`The looks that ${tenant.name} makes for apps, by day and by night.`}
        actions={
          mayPublish && (
            <>
              <ApiPopover {...registerRequest(tenant.id, "THEME")} permission="MARKETPLACE_PUBLISH" />
              <RegisterButton isTheme />
            </>
          )
        }
      />
      <HydrateClient>
        <Suspense fallback={<CardsSkeleton cards={3} />}>
          <ThemeCards tenant={tenant.slug} cursor={cursor} empty={<NoThemes mayPublish={mayPublish} />} />
        </Suspense>
      </HydrateClient>
      {mayPublish && <RegisterDialog tenant={tenant.slug} isTheme />}
    </>
  );
}
