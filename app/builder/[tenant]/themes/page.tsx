import { IconPalette } from "@tabler/icons-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { BUILDER_PAGES } from "@/app/_paths/builder-pages.ts";
import { readTimeCursor } from "@/app/_paths/search-params.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { CardsSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { registerRequest } from "@/app/builder/[tenant]/_components/entities/api-requests.ts";
import {
  RegisterButton,
  RegisterDialog,
} from "@/app/builder/[tenant]/_components/entities/entity-dialogs.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { ThemeCards } from "./_components/theme-cards";

const PAGE_SIZE = 24;

export const metadata: Metadata = { title: BUILDER_PAGES.themes.title };

type ThemesPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function ThemesPage({ params, searchParams }: ThemesPageProps) {
  const { tenant, permissions } = await openBuilder((await params).tenant);
  const cursor = readTimeCursor(await searchParams);
  const canPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const input = { tenant: tenant.slug, limit: PAGE_SIZE, ...(cursor && { cursor }) };
  void api.themes.list.prefetch(input);
  return (
    <>
      <PageHeader
        title="Themes"
        actions={
          canPublish && (
            <>
              <ApiPopover {...registerRequest(tenant.id, "THEME")} permission="MARKETPLACE_PUBLISH" />
              <RegisterButton isTheme />
            </>
          )
        }
      />
      <HydrateClient>
        <Suspense fallback={<CardsSkeleton cards={3} />}>
          <ThemeCards input={input} empty={<NoThemes canPublish={canPublish} />} />
        </Suspense>
      </HydrateClient>
      {canPublish && <RegisterDialog tenant={tenant.slug} isTheme />}
    </>
  );
}

function NoThemes({ canPublish }: { canPublish: boolean }) {
  return (
    <EmptyState
      isFramed
      icon={<IconPalette size={20} stroke={1.6} />}
      title="No themes yet"
      description="A theme sets the typography, colors and layout of an app."
      {...(canPublish && { action: <RegisterButton isTheme /> })}
    />
  );
}
