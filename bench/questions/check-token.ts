import { randomInt } from "node:crypto";
import type { Request } from "autocannon";
import { TENANTS } from "../data/world.ts";
import { FASTIFY, LOOP, NEXT } from "../stage/contender-names.ts";
import { type Question, type Supply, tenantHeaders } from "./question.ts";

/** What every call with a token begins with, and little else: whose token it is and what it permits now. */
export const TOKEN: Question = {
  title: "Token check alone",
  endpoint: "GET /api/me",
  floors: [{ contender: FASTIFY }, { contender: NEXT }, { contender: LOOP }],
  buildsPerCall: 0,
  calls: (supply: Supply): Request[] => [
    {
      method: "GET",
      path: "/api/me",
      setupRequest: (request) => ({ ...request, headers: tenantHeaders(supply, randomInt(TENANTS)) }),
    },
  ],
};
