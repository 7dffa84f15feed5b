import type { Metadata } from "next";
import { cache } from "react";
import { BuildInputs, BuildNotice } from "@/app/_components/builds/detail/build-inputs.tsx";
import { BuildSimilar } from "@/app/_components/builds/detail/build-similar.tsx";
import { adminBuildPath, failurePath } from "@/app/_paths/admin.ts";
import { itemPath } from "@/app/_paths/marketplace.ts";
import { api, nullIfUnavailable, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { FIRST_LOG_BYTES } from "@/shared/bounds.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";
import { AdminBuild } from "./_components/admin-build";

type BuildPageProps = { params: Promise<{ buildId: string }> };

const getBuild = cache((buildId: string) => orNotFound(api.adminBuilds.get({ buildId })));

export async function generateMetadata({ params }: BuildPageProps): Promise<Metadata> {
  await requireAdmin();
  const { app, number } = await getBuild((await params).buildId);
  return { title: `${isolate(app.name)} #${number}` };
}

export default async function AdminBuildPage({ params }: BuildPageProps) {
  await requireAdmin();
  const build = await getBuild((await params).buildId);
  const key = { buildId: build.id };
  const [firstLog, similar] = await Promise.all([
    nullIfUnavailable(api.adminBuilds.log({ ...key, limit: FIRST_LOG_BYTES })),
    build.status === "FAILED" ? api.adminFailures.similar(key) : null,
  ]);
  return (
    <AdminBuild
      initialBuild={build}
      firstLog={firstLog}
      notice={similar?.notice && <BuildNotice notice={similar.notice} />}
      inputs={
        build.inputs.length > 0 && (
          <BuildInputs
            inputs={build.inputs}
            hrefOf={({ type, slug, isListed }) =>
              isListed ? itemPath({ type: LISTING_TYPE_OF_SEGMENT[type], slug }) : undefined
            }
          />
        )
      }
      similar={
        similar && (
          <BuildSimilar
            build={build}
            similar={similar}
            owner="the app’s"
            hrefOf={adminBuildPath}
            clusterHref={failurePath(build.id)}
          />
        )
      }
    />
  );
}
