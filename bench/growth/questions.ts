import { randomInt } from "node:crypto";
import { encodeCursor } from "../../server/platform/pagination.ts";
import { rowId } from "../data/ids.ts";
import { DESCRIPTION, pluginSlug, searchWord } from "../data/world.ts";
import { batchPath } from "../questions/question.ts";
import { SECRETS } from "../stage/contenders.ts";
import type { Scene } from "./stage.ts";
import { APPS, appId, listingsBeside, TENANT } from "./world.ts";

/** What is asked of every database, as `npm run bench` asks it, one call at a time. */
export interface GrowthQuestion {
  name: string;
  /** How many times as long it may take with the most builds as with the fewest. */
  bound?: number;
  status: number;
  call: (scene: Scene) => { path: string; init: RequestInit };
}

const FLAT = 1.25;
const json = { "content-type": "application/json" };
const byToken = ({ token }: Scene) => ({ authorization: `Bearer ${token}`, "x-tenant-id": TENANT.id });
const bySession = ({ cookie }: Scene) => ({ cookie });
const get = (path: string, headers: Record<string, string>) => ({ path, init: { headers } });

export const GROWTH_QUESTIONS: GrowthQuestion[] = [
  {
    name: "build report",
    bound: FLAT,
    status: 200,
    call: (scene) => {
      const buildId = rowId("freshBuild", scene.count());
      const body = {
        buildId,
        status: "COMPLETED",
        artifactPath: `artifacts/${buildId}.aab`,
        sizeBytes: "48211903",
      };
      const headers = { ...json, "x-build-secret": SECRETS.BUILD_SERVER_SECRET };
      return {
        path: "/api/builds/webhook/status",
        init: { method: "POST", headers, body: JSON.stringify(body) },
      };
    },
  },
  {
    name: "publish",
    bound: FLAT,
    status: 201,
    call: (scene) => {
      const number = scene.count();
      const plugin = number % 100;
      const body = {
        type: "APP_PLUGIN",
        name: `Plugin ${plugin}`,
        slug: pluginSlug(plugin),
        version: `1.${number}.0`,
        description: DESCRIPTION,
        appPluginId: rowId("plugin", plugin),
      };
      const headers = { ...json, ...byToken(scene) };
      return {
        path: "/api/marketplace/publish",
        init: { method: "POST", headers, body: JSON.stringify(body) },
      };
    },
  },
  {
    name: "builds page",
    bound: FLAT,
    status: 200,
    // From the newest on, by a cursor: the product keeps no such page, so it asks the database.
    call: (scene) =>
      get(`${listOf(randomInt(APPS))}?cursor=${encodeCursor(scene.builds / APPS + 1)}`, byToken(scene)),
  },
  {
    name: "builds page, unchanged",
    bound: FLAT,
    status: 304,
    call: (scene) => get(listOf(0), { ...byToken(scene), "if-none-match": scene.tag }),
  },
  { name: "token check", bound: FLAT, status: 200, call: (scene) => get("/api/me", byToken(scene)) },
  {
    name: "builds query",
    bound: FLAT,
    status: 200,
    call: (scene) =>
      get(batchPath("builds.list", { tenant: TENANT.slug, status: [], platform: [] }), bySession(scene)),
  },
  {
    name: "marketplace search",
    status: 200,
    call: ({ builds }) =>
      get(batchPath("marketplace.search", { search: searchWord(randomInt(listingsBeside(builds))) }), {}),
  },
];

/** The address of the first page of an app's builds. */
export const listOf = (app: number): string => `/api/apps/${appId(app)}/builds`;
