import { isUuid } from "@/shared/text/uuid.ts";
import { CliError } from "../context/errors.ts";
import type { ApiClient } from "./client.ts";
import type { App, AppPage } from "./responses.ts";

const PAGE_SIZE = 100;

/** All apps of the token's tenant, by name. */
export async function listApps(api: ApiClient): Promise<App[]> {
  const apps: App[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: AppPage = await api.get<AppPage>(`/api/apps?limit=${PAGE_SIZE}${query}`);
    apps.push(...page.apps);
    cursor = page.nextCursor;
  }
  return apps;
}

/** API path of an app that is named by ID or slug. A slug needs `BUILDS_READ`. @throws CliError `NOT_FOUND` for an unknown slug */
export async function resolveAppPath(api: ApiClient, app: string): Promise<string> {
  if (isUuid(app.toLowerCase())) return `/api/apps/${app}`;
  const found = (await listApps(api)).find(({ slug }) => slug === app);
  if (found) return `/api/apps/${found.id}`;
  throw new CliError({
    code: "NOT_FOUND",
    message: `The workspace has no app "${app}".`,
    hint: "`cli apps list` shows the slugs and IDs.",
  });
}
