"use client";

import { useState } from "react";
import { trpc } from "../../../_trpc/client";
import { ApiPopover } from "../../../_ui/actions/api-popover";
import { pickApiFilters, toCliCommand } from "./builds-api";
import { type BuildsView, buildsHref } from "./builds-view";

type BuildsApiPopoverProps = {
  tenant: { id: string; slug: string };
  view: Pick<BuildsView, "status" | "platform">;
};

/** Programs read builds app by app: one of the tenant's stands for all, so that the command works as it is copied. */
export function BuildsApiPopover({ tenant, view }: BuildsApiPopoverProps) {
  const [isWanted, setIsWanted] = useState(false);
  const { data: apps = [] } = trpc.apps.list.useQuery({ tenant: tenant.slug }, { enabled: isWanted });
  const app = apps.find(({ newestBuild }) => newestBuild) ?? apps[0];
  const appId = app?.id ?? "THE-ID-OF-AN-APP";
  return (
    <ApiPopover
      path={buildsHref(`/api/apps/${appId}/builds`, pickApiFilters(view))}
      tenantId={tenant.id}
      cli={toCliCommand(appId, view)}
      permission="BUILDS_READ"
      onIntent={() => setIsWanted(true)}
    />
  );
}
