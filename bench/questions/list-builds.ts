import { randomInt } from "node:crypto";
import type { Request } from "autocannon";
import { rowId, rowIdSql } from "../data/ids.ts";
import { APPS, TENANTS } from "../data/world.ts";
import { LIST_BUILDS } from "../statements/list-builds.ts";
import { inPgbench } from "../statements/statement.ts";
import { type Question, type Supply, tenantHeaders } from "./question.ts";

/** A dashboard or a script reads the first page of the builds of any app. */
export const LIST: Question = {
  title: "Builds page",
  endpoint: "GET /api/apps/{appId}/builds",
  buildsPerCall: 0,
  calls: (supply: Supply): Request[] => [
    {
      method: "GET",
      setupRequest: (request) => {
        const app = randomInt(APPS);
        return {
          ...request,
          path: `/api/apps/${rowId("app", app)}/builds`,
          headers: tenantHeaders(supply, app % TENANTS),
        };
      },
    },
  ],
  pgbench: {
    callsPerPass: 1,
    script: `\\set n random(0, ${APPS - 1})\n${inPgbench(LIST_BUILDS, {
      tenant_id: `(${rowIdSql("tenant", `:n % ${TENANTS}`)})::text`,
      app_id: rowIdSql("app", ":n"),
      before: "2147483647",
      statuses: "'{}'",
      platforms: "'{}'",
      limit: "21",
    })}`,
  },
  countEffects: null,
};
