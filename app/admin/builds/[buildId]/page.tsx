import type { Metadata } from "next";
import { cache } from "react";
import { api, orNotFound } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { AdminBuild } from "./_components/admin-build";

type BuildPageProps = { params: Promise<{ buildId: string }> };

const getBuild = cache((buildId: string) => orNotFound(api.adminBuilds.get({ buildId })));

export async function generateMetadata({ params }: BuildPageProps): Promise<Metadata> {
  await requireAdmin();
  const { app, number } = await getBuild((await params).buildId);
  return { title: `${app.name} #${number}` };
}

export default async function AdminBuildPage({ params }: BuildPageProps) {
  await requireAdmin();
  return <AdminBuild initialBuild={await getBuild((await params).buildId)} />;
}
