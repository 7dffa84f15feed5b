import { IconPalette } from "@tabler/icons-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../_trpc/server";
import { ApiPopover } from "../../../_ui/actions/api-popover";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { CardsSkeleton } from "../../../_ui/feedback/skeletons";
import type { SearchParams } from "../../../_ui/list/list-url";
import { PageHeader } from "../../../_ui/page/page-header";
import { registerRequest } from "../../_components/entities/api-requests";
import { RegisterButton, RegisterDialog } from "../../_components/entities/entity-dialogs";
import { openBuilder } from "../../access";
import { readTimeCursor } from "../../search-params";
import { ThemeCards } from "./_components/theme-cards";

const PAGE_SIZE = 24;

export const metadata: Metadata = { title: "Themes" };

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
