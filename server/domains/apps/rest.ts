import { TextCursor } from "@/server/core/pagination.ts";
import { route } from "@/server/http/route.ts";
import { ListApps } from "./input.ts";
import { listAppsPage } from "./service.ts";
import { AppPage } from "./view.ts";

export const getAppsOfTenant = route({
  method: "GET",
  path: "/api/apps",
  summary: "List the apps of the tenant, by name",
  credential: "token",
  permission: "BUILDS_READ",
  query: ListApps.extend({ cursor: TextCursor.optional() }),
  status: 200,
  response: AppPage,
  handle: async ({ ctx, query }) => ({
    body: await listAppsPage(ctx, query),
    headers: { "Cache-Control": "private, no-cache" },
  }),
});
