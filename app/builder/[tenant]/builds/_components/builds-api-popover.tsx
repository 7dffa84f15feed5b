"use client";

import { useState } from "react";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { type BuildListQuery, buildListHref } from "@/app/_paths/build-list-query.ts";
import { trpc } from "@/app/_trpc/client.tsx";

type BuildsApiPopoverProps = {
  tenant: { id: string; slug: string };
  query: Pick<BuildListQuery, "status" | "platform">;
  /** The API lists builds of one app. Without an id, one of the tenant's apps is the example. */
  appId?: string;
};

/** API request and CLI command for the build list that the page shows. */
export function BuildsApiPopover({ tenant, query, appId }: BuildsApiPopoverProps) {
  const [isRequested, setIsRequested] = useState(false);
  const { data: apps = [] } = trpc.apps.list.useQuery(
    { tenant: tenant.slug },
    { enabled: isRequested && appId === undefined },
  );
  const app = apps.find(({ newestBuild }) => newestBuild) ?? apps[0];
  const id = appId ?? app?.id ?? "APP_ID";
  const { status, platform } = query;
  const options = [
    ...status.map((each) => ` --status ${each}`),
    ...platform.map((each) => ` --platform ${each}`),
  ];
  return (
    <ApiPopover
      path={buildListHref(`/api/apps/${id}/builds`, { status, platform })}
      tenantId={tenant.id}
      cli={`cli builds list --app ${id}${options.join("")}`}
      permission="BUILDS_READ"
      onIntent={() => setIsRequested(true)}
    />
  );
}
