"use client";

import { IconHammer } from "@tabler/icons-react";
import { toCurl } from "../../../../_ui/actions/curl";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { Link } from "../../../../_ui/page/link";
import { useOrigin } from "../../../_components/use-origin";
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
        title="Never built"
        description={`${app.name} was archived before its first build.`}
      />
    );
  }
  if (!canBuild) {
    return (
      <EmptyState
        icon={icon}
        title="No builds yet"
        description={`${app.name} has never been built. Your role reads builds; developers and owners of the tenant queue them.`}
      />
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
          {app.name} has never been built. Queue a build here or from a script; a{" "}
          <Link href="/docs/workers">build worker</Link> then takes it, and you can watch it on this page.
        </>
      }
      action={<NewBuildButton />}
      command={toCurl(request, origin)}
    />
  );
}
