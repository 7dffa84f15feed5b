import type { Metadata } from "next";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { ThemePreviewPair, ThemeWarnings } from "@/app/_components/theme/theme-preview.tsx";
import { submitPath, themeEditorPath, themesPath } from "@/app/_paths/builder.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { publishRequest } from "@/app/builder/[tenant]/_components/entities/api-requests.ts";
import { readDownloadPeriod } from "@/app/builder/[tenant]/_components/entities/downloads.tsx";
import classes from "@/app/builder/[tenant]/_components/entities/entities.module.css";
import { EditEntityButton } from "@/app/builder/[tenant]/_components/entities/entity-dialogs.tsx";
import { EntityPage } from "@/app/builder/[tenant]/_components/entities/entity-sections.tsx";
import { getTheme, openBuilder } from "@/app/builder/access.ts";
import { ThemePreviews } from "../_components/theme-previews";

type ThemePageProps = {
  params: Promise<{ tenant: string; themeId: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params }: ThemePageProps): Promise<Metadata> {
  const { tenant, themeId } = await params;
  await openBuilder(tenant);
  return { title: (await getTheme(tenant, themeId)).name };
}

export default async function ThemePage({ params, searchParams }: ThemePageProps) {
  const { tenant: slug, themeId } = await params;
  const { tenant, permissions } = await openBuilder(slug);
  const theme = await getTheme(slug, themeId);
  const canPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const submitHref = submitPath(slug, theme);
  return (
    <>
      <PageHeader
        title={theme.name}
        description={`Theme · ${theme.slug}`}
        breadcrumbs={[{ href: themesPath(slug), label: "Themes" }]}
        actions={
          <>
            {canPublish && (
              <ApiPopover {...publishRequest(tenant.id, theme)} permission="MARKETPLACE_PUBLISH" />
            )}
            {canPublish && <EditEntityButton tenant={slug} entity={theme} />}
            <ButtonLink href={themeEditorPath(slug, theme.id)}>
              {canPublish ? "Open editor" : "View theme"}
            </ButtonLink>
            {canPublish && (
              <ButtonLink href={submitHref} variant="filled">
                New version
              </ButtonLink>
            )}
          </>
        }
      />
      <EntityPage
        tenant={slug}
        entity={theme}
        submitHref={canPublish ? submitHref : null}
        firstStep="Submit the draft"
        days={readDownloadPeriod(await searchParams)}
      >
        <Section title="Draft preview">
          <ThemeWarnings config={theme.themeConfig} />
          <div className={classes.look}>
            <ThemePreviewPair name={theme.name} config={theme.themeConfig} zoom={0.8} />
          </div>
        </Section>
        <Section
          title="Images"
          description="Shown on the marketplace. Images are re-encoded without metadata."
        >
          <ThemePreviews tenant={slug} theme={theme} canEdit={canPublish} />
        </Section>
      </EntityPage>
    </>
  );
}
