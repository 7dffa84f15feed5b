import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BuildInputs, BuildNotice } from "@/app/_components/builds/detail/build-inputs.tsx";
import { BuildSimilar } from "@/app/_components/builds/detail/build-similar.tsx";
import { buildPath, installationPath } from "@/app/_paths/builder.ts";
import { api, nullIfUnavailable } from "@/app/_trpc/server.tsx";
import { UnavailableNotice } from "@/app/builder/[tenant]/_components/installations/notices.tsx";
import { BuildComparison } from "@/app/builder/[tenant]/builds/_components/build-comparison.tsx";
import { BuildDetailPage } from "@/app/builder/[tenant]/builds/_components/build-detail.tsx";
import { getApp, getBuild, openBuilder } from "@/app/builder/access.ts";
import { FIRST_LOG_BYTES } from "@/shared/bounds.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";

type BuildPageProps = { params: Promise<{ tenant: string; appId: string; buildId: string }> };

export async function generateMetadata({ params }: BuildPageProps): Promise<Metadata> {
  const { app, build } = await findBuild(await params);
  return { title: `${isolate(app.name)} #${build.number}` };
}

export default async function BuildPage({ params }: BuildPageProps) {
  const { tenant, app, build, canBuild } = await findBuild(await params);
  const key = { tenant: tenant.slug, buildId: build.id };
  const [firstLog, similar, comparison, inputs] = await Promise.all([
    nullIfUnavailable(api.builds.log({ ...key, limit: FIRST_LOG_BYTES })),
    build.status === "FAILED" ? api.builds.similarFailures(key) : null,
    api.builds.comparison(key),
    api.builds.inputs(key),
  ]);
  const hrefOf = (id: string) => buildPath(tenant.slug, { id, app });
  return (
    <BuildDetailPage
      tenant={tenant}
      app={app}
      initialBuild={build}
      firstLog={firstLog}
      canBuild={canBuild}
      notice={
        <>
          {similar?.notice && <BuildNotice notice={similar.notice} />}
          {build.status === "FAILED" && (
            <UnavailableNotice
              tenant={tenant.slug}
              appId={app.id}
              items={inputs.filter(({ isAvailable }) => !isAvailable)}
              consequence="This build can’t be retried."
            />
          )}
        </>
      }
      similar={similar && <BuildSimilar build={build} similar={similar} hrefOf={hrefOf} />}
      inputs={
        inputs.length > 0 && (
          <BuildInputs
            inputs={inputs}
            hrefOf={({ type, slug, isInstalled, isListed }) => {
              if (!isInstalled && !isListed) return undefined;
              const listingType = LISTING_TYPE_OF_SEGMENT[type];
              const appId = listingType === "SYSTEM_PLUGIN" ? null : app.id;
              return installationPath(tenant.slug, { appId, type: listingType, slug });
            }}
          />
        )
      }
      comparison={comparison && <BuildComparison comparison={comparison} hrefOf={hrefOf} />}
    />
  );
}

/** The build, or not-found when it belongs to another app. */
async function findBuild({ tenant: slug, appId, buildId }: Awaited<BuildPageProps["params"]>) {
  const { tenant, permissions } = await openBuilder(slug);
  const [app, build] = await Promise.all([getApp(slug, appId), getBuild(slug, buildId)]);
  if (build.appId !== app.id) notFound();
  return { tenant, app, build, canBuild: permissions.includes("BUILDS_CREATE") };
}
