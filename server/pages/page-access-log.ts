import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { processSingleton } from "@/db/client.ts";
import { rawEnv } from "@/server/core/env/env.ts";
import { logAccess, traceField } from "../http/access-log.ts";
import { requestPath } from "../http/parse-input.ts";
import { validRequestId } from "../http/problem.ts";
import { projectRoot } from "../process/build.ts";

/** Access log of a page, by the pattern of its route: a path may hold the secret of a link. Files of the build are left out. */
export function logPageAccess(request: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now();
  const url = request.url ?? "/";
  if (url.startsWith("/_next/static/")) return;
  const requestId = validRequestId(request.headers["x-request-id"]);
  // The page process logs under the same id.
  request.headers["x-request-id"] = requestId;
  const { traceparent } = request.headers;
  response.once("close", () =>
    logAccess(startedAt, () => ({
      requestId,
      method: request.method ?? "",
      path: findPattern(requestPath(`http://host${url}`)),
      status: response.statusCode,
      ...traceField(typeof traceparent === "string" ? traceparent : null),
    })),
  );
}

/** Pattern of the route that serves a path, such as `/invite/[secret]`. */
function findPattern(path: string): string {
  const routes = processSingleton("page-patterns", readPatterns);
  return routes.find(({ regex }) => regex.test(path))?.page ?? "unknown";
}

/** Routes of the build, those without parameters first. None in development. */
function readPatterns(): { page: string; regex: RegExp }[] {
  try {
    const path = join(projectRoot, rawEnv()["DRYDOCK_PAGES_BUILD"] ?? "", "routes-manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8")) as Record<
      "staticRoutes" | "dynamicRoutes",
      { page: string; regex: string }[]
    >;
    return [...manifest.staticRoutes, ...manifest.dynamicRoutes].map(({ page, regex }) => ({
      page,
      regex: new RegExp(regex),
    }));
  } catch {
    return [];
  }
}
