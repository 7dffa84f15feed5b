import { randomInt } from "node:crypto";
import type { Request } from "autocannon";
import { PLUGINS, searchWord } from "../data/world.ts";
import { FASTIFY, LOOP, NEXT } from "../stage/contender-names.ts";
import { batchPath, type Question } from "./question.ts";

/** Somebody searches the marketplace for one of its plugins. */
export const SEARCH: Question = {
  title: "Marketplace search",
  endpoint: "GET /api/trpc/marketplace.search",
  floors: [{ contender: FASTIFY }, { contender: NEXT }, { contender: LOOP }],
  buildsPerCall: 0,
  calls: (): Request[] => [
    {
      method: "GET",
      setupRequest: (request) => ({
        ...request,
        path: batchPath("marketplace.search", { search: searchWord(randomInt(PLUGINS)) }),
      }),
    },
  ],
};
