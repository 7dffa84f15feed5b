import type { Metadata } from "next";
import { api } from "../../../../_trpc/server";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { ButtonLink } from "../../../../_ui/actions/button";
import type { SearchParams } from "../../../../_ui/list/list-url";
import { PageHeader } from "../../../../_ui/page/page-header";
import { Section } from "../../../../_ui/page/section";
import { ThemePreviewPair, ThemeWarnings } from "../../../../_ui/theme/theme-preview";
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
import { themePath, themesPath } from "../../../_components/paths";
import { getTheme, openBuilder } from "../../../access";
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
  const history = await api.installations.history({ tenant: slug, type: theme.type, slug: theme.slug });
  const canPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const path = themePath(slug, theme.id);
  const submitHref = `${path}/submit`;
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
            <ButtonLink href={`${path}/edit`}>{canPublish ? "Open editor" : "View theme"}</ButtonLink>
            {canPublish && (
              <ButtonLink href={submitHref} variant="filled">
                New version
              </ButtonLink>
            )}
          </>
        }
      />
      <div className={classes.columns}>
        <div>
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
          <EntityVersions
            tenant={slug}
            entity={theme}
            submitHref={canPublish ? submitHref : null}
            firstStep="Submit the draft"
          />
          <Downloads tenant={slug} entity={theme} days={readDownloadPeriod(await searchParams)} />
          {theme.approvedVersion && <EntityInstallations history={history} />}
          <EntityDescription entity={theme} />
        </div>
        <Section title="Details" isCard>
          <EntityMetadata entity={theme} />
        </Section>
      </div>
    </>
  );
}
