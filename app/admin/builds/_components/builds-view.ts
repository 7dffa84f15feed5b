import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";
import { listHref } from "../../../_ui/list/list-url";
import { BUILDS_PATH } from "../../_components/paths";

/** What the list of all builds shows; all of it stands in the URL. `appId` and `tenant` narrow it to one. */
export interface BuildsView {
  status: BuildStatus[];
  platform: Platform[];
  isStuck: boolean;
  tenant?: string | undefined;
  appId?: string | undefined;
  cursor?: string | undefined;
}

export const everyBuild: BuildsView = { status: [], platform: [], isStuck: false };

export function buildsHref(view: Partial<BuildsView>): string {
  const { status, platform, isStuck, tenant, appId, cursor } = view;
  return listHref(BUILDS_PATH, {
    status,
    platform,
    stuck: isStuck ? "true" : "",
    tenant,
    app: appId,
    cursor,
  });
}

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export function buildsInput({ status, platform, isStuck, tenant, appId, cursor }: BuildsView) {
  return {
    status,
    platform,
    ...(isStuck && { stuck: true }),
    ...(tenant && { tenant }),
    ...(appId && { appId }),
    ...(cursor && { cursor }),
  };
}

export const isFiltered = ({ status, platform, isStuck, tenant, appId }: BuildsView): boolean =>
  isStuck || status.length + platform.length > 0 || tenant !== undefined || appId !== undefined;
