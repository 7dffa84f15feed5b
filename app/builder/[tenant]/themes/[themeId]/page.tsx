import { IconUpload } from "@tabler/icons-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../../_trpc/server";
import { ButtonLink } from "../../../../_ui/actions/button-link";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { TableSkeleton } from "../../../../_ui/feedback/skeletons";
import { PageHeader } from "../../../../_ui/page/page-header";
import { Section } from "../../../../_ui/page/section";
import { LookPair } from "../../../../_ui/theme/look-pair";
import { ThemeWarnings } from "../../../../_ui/theme/theme-warnings";
import { EditEntityButton } from "../../../_components/entities/edit-entity";
import classes from "../../../_components/entities/entities.module.css";
import { EntityFacts } from "../../../_components/entities/entity-facts";
import { VersionsTable } from "../../../_components/entities/versions-table";
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
  const { tenant, themeId } = await params;
  const { permissions } = await openBuilder(tenant);
  const theme = await getTheme(tenant, themeId);
  const mayPublish = permissions.includes("MARKETPLACE_PUBLISH");
  const path = themePath(tenant, theme.id);
  void api.listings.versions.prefetch({ tenant, type: "THEME", entityId: theme.id });
  return (
    <>
      <PageHeader
        title={theme.name}
        description={`Theme · ${theme.slug}`}
        breadcrumbs={[{ href: themesPath(tenant), label: "Themes" }]}
        actions={
          <>
            {mayPublish && <EditEntityButton tenant={tenant} entity={theme} />}
            <ButtonLink href={`${path}/edit`}>{mayPublish ? "Edit the look" : "See the look"}</ButtonLink>
            {mayPublish && (
              <ButtonLink href={`${path}/submit`} variant="filled">
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
              <LookPair name={theme.name} config={theme.themeConfig} zoom={0.8} />
            </div>
          </Section>
          <Section
            title="Images"
            description="Shown on the marketplace beside the look. They are made anew without anything that a camera or an editor put in."
          >
            <ThemePreviews tenant={tenant} theme={theme} mayEdit={mayPublish} />
          </Section>
          <Section title="Versions">
            <HydrateClient>
              <Suspense fallback={<TableSkeleton columns={5} rows={4} />}>
                <VersionsTable
                  tenant={tenant}
                  type="THEME"
                  entityId={theme.id}
                  empty={
                    <EmptyState
                      icon={<IconUpload size={20} stroke={1.6} />}
                      title="No version yet"
                      description="Submit the draft as a version; a moderator looks at it before it is on the marketplace."
                      {...(mayPublish && {
                        action: <ButtonLink href={`${path}/submit`}>Submit a version</ButtonLink>,
                      })}
                    />
                  }
                />
              </Suspense>
            </HydrateClient>
          </Section>
          <Section title="Description" isCard>
            {theme.description ? (
              <p className={classes.description}>{theme.description}</p>
            ) : (
              <p className={classes.none}>There is none yet; each version brings its own.</p>
            )}
          </Section>
        </div>
        <Section title="Details" isCard>
          <EntityFacts entity={theme} />
        </Section>
      </div>
    </>
  );
}
