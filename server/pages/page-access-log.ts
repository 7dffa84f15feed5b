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
  const segments = path.split("/");
  return processSingleton("page-patterns", readPatterns).find((page) => matches(page, segments)) ?? "unknown";
}

/** True if a path of these segments has the pattern. `[x]` stands for one segment, `[...x]` for all that follow. */
function matches(page: string, segments: readonly string[]): boolean {
  const parts = page.split("/");
  const isOpenEnded = /^\[\[?\.{3}/.test(parts.at(-1) ?? "");
  const isSame = (part: string, at: number) => part.startsWith("[") || part === segments[at];
  return (
    (isOpenEnded ? segments.length >= parts.length - 1 : segments.length === parts.length) &&
    parts.every(isSame)
  );
}

/** Patterns of the build's routes, those without parameters first. None in development. */
function readPatterns(): string[] {
  try {
    const path = join(projectRoot, rawEnv()["DRYDOCK_PAGES_BUILD"] ?? "", "routes-manifest.json");
    const { staticRoutes, dynamicRoutes } = JSON.parse(readFileSync(path, "utf8")) as Record<
      "staticRoutes" | "dynamicRoutes",
      { page: string }[]
    >;
    return [...staticRoutes, ...dynamicRoutes].map(({ page }) => page);
  } catch {
    return [];
  }
}
