import type { Metadata } from "next";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { ButtonLink } from "../../../../_ui/actions/button";
import { PageHeader } from "../../../../_ui/page/page-header";
import { Section } from "../../../../_ui/page/section";
import { ThemePreviewPair, ThemeWarnings } from "../../../../_ui/theme/theme-preview";
import { EditEntityButton } from "../../../_components/entities/edit-entity";
import classes from "../../../_components/entities/entities.module.css";
import { EntityFacts } from "../../../_components/entities/entity-facts";
import { EntityDescription, EntityVersions } from "../../../_components/entities/entity-sections";
import { publishRequest } from "../../../_components/listings/publish-request";
import { themePath, themesPath } from "../../../_components/paths";
import { ThemePreviews } from "../../../_components/themes/previews/theme-previews";
import { getTheme, openBuilder } from "../../../access";

type ThemePageProps = { params: Promise<{ tenant: string; themeId: string }> };

export async function generateMetadata({ params }: ThemePageProps): Promise<Metadata> {
  const { tenant, themeId } = await params;
  await openBuilder(tenant);
  return { title: (await getTheme(tenant, themeId)).name };
}

export default async function ThemePage({ params }: ThemePageProps) {
  const { tenant: slug, themeId } = await params;
  const { tenant, permissions } = await openBuilder(slug);
  const theme = await getTheme(slug, themeId);
  const mayPublish = permissions.includes("MARKETPLACE_PUBLISH");
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
            {mayPublish && (
              <ApiPopover {...publishRequest(tenant.id, theme)} permission="MARKETPLACE_PUBLISH" />
            )}
            {mayPublish && <EditEntityButton tenant={slug} entity={theme} />}
            <ButtonLink href={`${path}/edit`}>{mayPublish ? "Edit the look" : "See the look"}</ButtonLink>
            {mayPublish && (
              <ButtonLink href={submitHref} variant="filled">
                New version
              </ButtonLink>
            )}
          </>
        }
      />
      <div className={classes.columns}>
        <div>
          <Section
            title="Look"
            description="As the draft has it now. Versions keep the look they were submitted with."
          >
            <ThemeWarnings config={theme.themeConfig} />
            <div className={classes.look}>
              <ThemePreviewPair name={theme.name} config={theme.themeConfig} zoom={0.8} />
            </div>
          </Section>
          <Section
            title="Images"
            description="Shown on the marketplace beside the look. They are made anew without anything that a camera or an editor put in."
          >
            <ThemePreviews tenant={slug} theme={theme} mayEdit={mayPublish} />
          </Section>
          <EntityVersions
            tenant={slug}
            entity={theme}
            submitHref={mayPublish ? submitHref : null}
            firstStep="Submit the draft as a version"
          />
          <EntityDescription entity={theme} />
        </div>
        <Section title="Details" isCard>
          <EntityFacts entity={theme} />
        </Section>
      </div>
    </>
  );
}
