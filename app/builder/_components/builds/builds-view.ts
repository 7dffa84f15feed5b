import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";
import { listHref } from "../../../_ui/list/list-url";

/** What a list of builds shows; all of it stands in the URL. Days are in UTC and included. */
export interface BuildsView {
  status: BuildStatus[];
  platform: Platform[];
  since?: string | undefined;
  until?: string | undefined;
  cursor?: string | undefined;
}

export function buildsHref(path: string, view: Partial<BuildsView>): string {
  const { status, platform, since, until, cursor } = view;
  return listHref(path, { status, platform, since, until, cursor });
}

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export function buildsInput(tenant: string, appId: string | undefined, view: BuildsView) {
  const { status, platform, since, until, cursor } = view;
  return {
    tenant,
    status,
    platform,
    ...(appId && { appId }),
    ...(since && { since }),
    ...(until && { until }),
    ...(cursor && { cursor }),
  };
}

export const isFiltered = (view: BuildsView): boolean =>
  view.status.length + view.platform.length > 0 || view.since !== undefined || view.until !== undefined;
