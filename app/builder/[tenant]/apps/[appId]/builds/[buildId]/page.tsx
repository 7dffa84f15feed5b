import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getApp, getBuild, openBuilder } from "../../../../../access";
import { BuildView } from "../../../../builds/_components/build-detail";

type BuildPageProps = { params: Promise<{ tenant: string; appId: string; buildId: string }> };

export async function generateMetadata({ params }: BuildPageProps): Promise<Metadata> {
  const { app, build } = await find(await params);
  return { title: `${app.name} #${build.number}` };
}

export default async function BuildPage({ params }: BuildPageProps) {
  const { tenant, app, build, mayBuild } = await find(await params);
  return <BuildView tenant={tenant} app={app} found={build} mayBuild={mayBuild} />;
}

/** A build stands under its own app only. */
async function find({ tenant: slug, appId, buildId }: Awaited<BuildPageProps["params"]>) {
  const { tenant, permissions } = await openBuilder(slug);
  const [app, build] = await Promise.all([getApp(slug, appId), getBuild(slug, buildId)]);
  if (build.appId !== app.id) notFound();
  return { tenant, app, build, mayBuild: permissions.includes("BUILDS_CREATE") };
}
