import { randomInt } from "node:crypto";
import type { Request } from "autocannon";
import { rowId } from "../data/ids.ts";
import { APPS, TENANTS } from "../data/world.ts";
import { FASTIFY, FASTIFY_EMPTY, LOOP, NEXT } from "../stage/contender-names.ts";
import { type Question, type Supply, tenantHeaders } from "./question.ts";

/** A dashboard or a script reads the first page of the builds of any app. */
export const LIST: Question = {
  title: "Builds page",
  endpoint: "GET /api/apps/{appId}/builds",
  remark: "The front sends a page of the last ten seconds from memory, unless one of its builds changed.",
  floors: [{ contender: FASTIFY, least: 0.8 }, { contender: NEXT, least: 3 }, { contender: LOOP }],
  buildsPerCall: 0,
  calls: (supply: Supply): Request[] => [
    { method: "GET", setupRequest: (request) => ({ ...request, ...pollOf(supply, randomInt(APPS)) }) },
  ],
};

/** The same from somebody who has the page already, of builds that stay as they are. */
export const POLL: Question = {
  title: "Builds page, unchanged",
  endpoint: "GET /api/apps/{appId}/builds with If-None-Match",
  floors: [
    { contender: FASTIFY_EMPTY, least: 0.4, orPerSecond: 10_000 },
    { contender: FASTIFY },
    { contender: NEXT },
    { contender: LOOP },
  ],
  answer: 304,
  buildsPerCall: 0,
  calls: (supply: Supply): Request[] => [
    {
      method: "GET",
      setupRequest: (request) => {
        const app = randomInt(APPS);
        const { path, headers } = pollOf(supply, app);
        return { ...request, path, headers: { ...headers, "if-none-match": supply.tags[app] ?? "" } };
      },
    },
  ],
};

function pollOf(supply: Supply, app: number): { path: string; headers: Record<string, string> } {
  return { path: `/api/apps/${rowId("app", app)}/builds`, headers: tenantHeaders(supply, app % TENANTS) };
}
