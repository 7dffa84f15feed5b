import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { getRouteHandlers, NOT_FOUND_HANDLERS, ROUTE_HANDLERS } from "@/server/rest.ts";

const API = fileURLToPath(new URL("../../app/api", import.meta.url));

/**
 * What tRPC and next-auth answer in their own ways, the bytes that pages send and show by a session, and the entry point of every
 * path that nothing else has.
 */
const OTHERS = [
  "/api/trpc/{trpc}",
  "/api/auth/{...nextauth}",
  "/api/uploads/{tenant}/archives/{sha256}",
  "/api/uploads/{tenant}/themes/{themeId}/previews",
  "/api/previews/{previewId}/{width}",
  "/api/exports/audit",
  "/api/{...path}",
];

const folders = readdirSync(API, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts"))
  .map((file) => dirname(file));
const pathOf = (folder: string) => `/api/${folder.replaceAll("[", "{").replaceAll("]", "}")}`;

describe("the table of routes and the folders below app/api", () => {
  it("have the same paths", () => {
    const paths = folders.map(pathOf).filter((path) => !OTHERS.includes(path));
    expect(paths.sort()).toEqual([...ROUTE_HANDLERS.keys()].sort());
  });

  it.each([...ROUTE_HANDLERS.keys()])("mean the same handlers by %s", async (path) => {
    expect(await handlersIn(path)).toEqual(getRouteHandlers(path));
  });

  it("treat every other path alike", async () => {
    expect(await handlersIn("/api/{...path}")).toEqual(NOT_FOUND_HANDLERS);
  });
});

async function handlersIn(path: string): Promise<Record<string, unknown>> {
  const folder = path.replace("/api/", "").replaceAll("{", "[").replaceAll("}", "]");
  const file = join(API, folder, "route.ts");
  return { ...(await import(file)) };
}
