import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ThemePreviewPair, ThemeWarnings } from "@/app/_components/theme/theme-preview.tsx";
import { themePath, themesPath } from "@/app/_paths/builder.ts";
import { api } from "@/app/_trpc/server.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import classes from "@/app/builder/[tenant]/_components/entities/entities.module.css";
import { SubmitForm } from "@/app/builder/[tenant]/_components/submit/submit-form.tsx";
import { getTheme, openBuilder } from "@/app/builder/access.ts";

export const metadata: Metadata = { title: "New version" };

type SubmitPageProps = { params: Promise<{ tenant: string; themeId: string }> };

export default async function SubmitThemePage({ params }: SubmitPageProps) {
  const { tenant, themeId } = await params;
  const { permissions } = await openBuilder(tenant);
  const theme = await getTheme(tenant, themeId);
  if (!permissions.includes("MARKETPLACE_PUBLISH")) notFound();
  const versions = await api.listings.versions({ tenant, type: "THEME", entityId: theme.id });
  return (
    <>
      <PageHeader
        title={`New version of ${theme.name}`}
        description="Submits the saved draft."
        breadcrumbs={[
          { href: themesPath(tenant), label: "Themes" },
          { href: themePath(tenant, theme.id), label: theme.name },
        ]}
      />
      <div className={classes.columns}>
        <div className={classes.submission}>
          <ThemeWarnings config={theme.themeConfig} />
          <SubmitForm tenant={tenant} entity={theme} versions={versions} />
        </div>
        <ThemePreviewPair name={theme.name} config={theme.themeConfig} zoom={0.5} />
      </div>
    </>
  );
}
