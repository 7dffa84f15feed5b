import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { getRouteHandlers, NOT_FOUND_HANDLERS, ROUTE_HANDLERS } from "@/server/rest.ts";

const APP = fileURLToPath(new URL("../../app", import.meta.url));

/**
 * What tRPC and next-auth answer in their own ways, the bytes and forms that pages send and show by a session, and the entry point of every
 * path that nothing else has.
 */
const OTHERS = [
  "/api/trpc/{trpc}",
  "/api/auth/{...nextauth}",
  "/api/uploads/{tenant}/archives/{sha256}",
  "/api/uploads/{tenant}/themes/{themeId}/previews",
  "/api/previews/{previewId}/{width}",
  "/api/pictures/{sha256}/{index}/{width}",
  "/api/exports/activity",
  "/api/exports/audit",
  "/api/mail/previews/{mailId}/{scheme}",
  "/api/mail/unsubscribe/{token}",
  "/api/reports/{type}/{slug}",
  "/schemas/plugin.json",
  "/api/{...path}",
];

const folders = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts"))
  .map((file) => dirname(file));
/** Path of a folder; folders in parentheses are no part of it. */
const pathOf = (folder: string) =>
  `/${folder
    .replaceAll(/\([^/]*\)\//g, "")
    .replaceAll("[", "{")
    .replaceAll("]", "}")}`;

describe("the table of routes and the folders of app", () => {
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
  const folder = folders.find((one) => pathOf(one) === path) ?? "";
  const file = join(APP, folder, "route.ts");
  return { ...(await import(file)) };
}
