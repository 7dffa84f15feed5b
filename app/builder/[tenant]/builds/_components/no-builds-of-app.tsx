"use client";

import { IconHammer } from "@tabler/icons-react";
import { toCurl } from "@/app/_components/api-calls/curl.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { useOrigin } from "@/app/_ui/data/clock.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { type BuildableApp, NewBuildButton } from "./new-build";

type NoBuildsOfAppProps = {
  tenant: { id: string };
  app: BuildableApp & { archivedAt: string | null };
  canBuild: boolean;
};

export function NoBuildsOfApp({ tenant, app, canBuild }: NoBuildsOfAppProps) {
  const origin = useOrigin();
  const icon = <IconHammer size={20} stroke={1.6} />;
  if (app.archivedAt) {
    return (
      <EmptyState
        icon={icon}
        title="No builds"
        description={`This app was archived before its first build.`}
      />
    );
  }
  if (!canBuild) {
    return (
      <EmptyState icon={icon} title="No builds yet" description={`Developers and owners queue builds.`} />
    );
  }
  const [platform] = app.platforms;
  const request = {
    method: "POST",
    path: `/api/apps/${app.id}/builds`,
    tenantId: tenant.id,
    body: { platform, version: "1.0.0" },
  } as const;
  return (
    <EmptyState
      icon={icon}
      title="No builds yet"
      description={
        <>
          Queue a build here or through the API. A <Link href={DOCS.workers.path}>build worker</Link> runs it.
        </>
      }
      action={<NewBuildButton />}
      command={toCurl(request, origin)}
    />
  );
}
