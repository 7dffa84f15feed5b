import type { Metadata } from "next";
import { ThemeEditor } from "@/app/builder/[tenant]/themes/_components/editor/theme-editor.tsx";
import { getTheme, openBuilder } from "@/app/builder/access.ts";

type EditorPageProps = { params: Promise<{ tenant: string; themeId: string }> };

export async function generateMetadata({ params }: EditorPageProps): Promise<Metadata> {
  const { tenant, themeId } = await params;
  await openBuilder(tenant);
  return { title: `Edit ${(await getTheme(tenant, themeId)).name}` };
}

export default async function EditorPage({ params }: EditorPageProps) {
  const { tenant, themeId } = await params;
  const { permissions } = await openBuilder(tenant);
  const theme = await getTheme(tenant, themeId);
  return <ThemeEditor tenant={tenant} theme={theme} canEdit={permissions.includes("MARKETPLACE_PUBLISH")} />;
}
