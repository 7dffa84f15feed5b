import { randomInt } from "node:crypto";
import type { Request } from "autocannon";
import { TENANTS, tenantSlug } from "../data/world.ts";
import { FASTIFY, LOOP, NEXT } from "../stage/contender-names.ts";
import { batchPath, type Question, type Supply } from "./question.ts";

/** An open page of the Builder reads its builds again, after word of a change. */
export const QUERY: Question = {
  title: "Builds query of the dashboard",
  endpoint: "GET /api/trpc/builds.list",
  floors: [{ contender: FASTIFY }, { contender: NEXT }, { contender: LOOP }],
  buildsPerCall: 0,
  calls: ({ cookies }: Supply): Request[] => [
    {
      method: "GET",
      setupRequest: (request) => {
        const tenant = randomInt(TENANTS);
        const path = batchPath("builds.list", { tenant: tenantSlug(tenant), status: [], platform: [] });
        return { ...request, path, headers: { cookie: cookies[tenant] ?? "" } };
      },
    },
  ],
};
