import { randomInt } from "node:crypto";
import { TENANTS, tenantSlug } from "../data/world.ts";
import { LOOP, NEXT } from "../stage/contender-names.ts";
import type { Question, Supply } from "./question.ts";

/** A member opens a list of builds: the whole page, as the server renders it. */
export const BUILDS_PAGE = builderPage("Builds, rendered by the server", "/builds");

/** The page with which a member begins. */
export const OVERVIEW_PAGE = builderPage("Overview, rendered by the server", "");

function builderPage(title: string, below: string): Question {
  return {
    title,
    endpoint: `GET /builder/{tenant}${below}`,
    floors: [{ contender: NEXT }, { contender: LOOP }],
    describeAnswer: namedBuilds,
    buildsPerCall: 0,
    calls: ({ cookies }: Supply) => [
      {
        method: "GET",
        setupRequest: (request) => {
          const tenant = randomInt(TENANTS);
          const path = `/builder/${tenantSlug(tenant)}${below}`;
          return { ...request, path, headers: { cookie: cookies[tenant] ?? "" } };
        },
      },
    ],
  };
}

/** How many builds a page names: markup differs, what it shows does not. */
function namedBuilds(html: string): string {
  const builds = new Set(html.match(/01900000-0000-7000-8000-[12][0-9a-f]{11}/g));
  return `${builds.size} builds`;
}
