import postgres from "postgres";
import { database as openedDatabase } from "../../server/platform/context.ts";
import { completeEnv } from "../../server/platform/env/env.ts";
import { ensureBuild } from "../../server/process/build.ts";
import type { Shutdown } from "../../server/process/shutdown.ts";
import { countBuilds } from "../data/count-builds.ts";
import { issueCredentials } from "../data/credentials.ts";
import { type BuildRange, openBuildQueue } from "../data/fresh-builds.ts";
import { rowId } from "../data/ids.ts";
import { loadWorld } from "../data/load.ts";
import { TENANTS } from "../data/world.ts";
import { productSettings, startFront } from "./contenders.ts";
import { startBenchDatabase } from "./database.ts";

export interface Product {
  origin: string;
  pid: number;
  /** One session of a member for each tenant, as the `Cookie` header carries it. */
  cookies: string[];
  /** Queues builds that are then reported on once. */
  queueBuilds: (count: number) => Promise<BuildRange>;
  /** The path of an app's builds, and the headers of somebody who may read them. */
  pollOf: (app: number) => { path: string; headers: Record<string, string> };
}

/** Starts the product alone on a database with so many builds; `shutdown` undoes it. */
export async function startProduct(
  builds: number,
  shutdown: Shutdown,
  log: (line: string) => void,
): Promise<Product> {
  await ensureBuild({ log, signal: shutdown.signal });
  const database = await startBenchDatabase();
  shutdown.onStop(database.stop);
  const sql = postgres(database.url, { onnotice: () => undefined, connection: { "drydock.scope": "*" } });
  shutdown.onStop(() => sql.end());
  await loadWorld(sql, builds);
  const settings = productSettings(database.url, database.directory);
  completeEnv(settings);
  shutdown.onStop(() => openedDatabase().close());
  await countBuilds(sql);
  const { tokens, cookies } = await issueCredentials();
  const server = await startFront(settings);
  shutdown.onStop(server.stop);
  await server.ready;
  return {
    origin: server.origin,
    pid: server.pid,
    cookies,
    queueBuilds: openBuildQueue(sql),
    pollOf: (app) => ({
      path: `/api/apps/${rowId("app", app)}/builds`,
      headers: {
        authorization: `Bearer ${tokens[app % TENANTS]}`,
        "x-tenant-id": rowId("tenant", app % TENANTS),
      },
    }),
  };
}
