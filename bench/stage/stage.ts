import postgres from "postgres";
import { ensureBuild } from "../../server/build.ts";
import { completeEnv } from "../../server/env.ts";
import type { Shutdown } from "../../server/shutdown.ts";
import { openFreshBuilds } from "../data/fresh-builds.ts";
import { loadWorld } from "../data/load.ts";
import { issueTokens } from "../data/tokens.ts";
import { startCaller } from "../load/caller.ts";
import type { Outcome } from "../load/message.ts";
import { findPgbench, runPgbench } from "../load/pgbench.ts";
import { QUESTIONS, type QuestionName } from "../questions/all.ts";
import type { Supply } from "../questions/question.ts";
import { productSettings, SECRETS, startFastify, startFront, startNext } from "./contenders.ts";
import { startBenchDatabase } from "./database.ts";
import { startModerator } from "./moderator.ts";
import { buildNextPeer } from "./next-build.ts";
import type { ServerProcess } from "./server-process.ts";

export interface Ask {
  question: QuestionName;
  connections: number;
  seconds: number;
  supply: Supply;
}

/** Who answers the questions: the product, or one of its floors. */
export interface Contender {
  name: string;
  /** The process that serves, and where; null where the database is asked directly. */
  server: ServerProcess | null;
  ask: (ask: Ask) => Promise<Outcome>;
}

export interface Stage {
  sql: postgres.Sql;
  contenders: Contender[];
  /** What the callers of one run may use, with so many fresh builds. */
  supply: (builds: number) => Promise<Supply>;
}

export const FRONT = "front, every check on";
export const FASTIFY = "bare Fastify, same SQL";
export const NEXT = "bare Next handler, same SQL";
export const PGBENCH = "pgbench, same SQL";

/** Builds, fills and starts all that the questions need; `shutdown` undoes it. */
export async function setStage(
  builds: number,
  shutdown: Shutdown,
  log: (line: string) => void,
): Promise<Stage> {
  await ensureBuild({ log, signal: shutdown.signal });
  await buildNextPeer(log);
  const database = await startBenchDatabase();
  shutdown.onStop(database.stop);
  const sql = postgres(database.url, { onnotice: () => undefined, connection: { "drydock.scope": "*" } });
  shutdown.onStop(() => sql.end());
  log(`Loading ${builds.toLocaleString("en")} builds`);
  await loadWorld(sql, builds);
  const settings = productSettings(database.url, database.directory);
  completeEnv(settings);
  shutdown.onStop(startModerator(sql));
  return {
    sql,
    supply: openSupply(sql, await issueTokens()),
    contenders: await startContenders(database.url, settings, shutdown),
  };
}

async function startContenders(
  databaseUrl: string,
  settings: Record<string, string>,
  shutdown: Shutdown,
): Promise<Contender[]> {
  const caller = startCaller();
  shutdown.onStop(caller.stop);
  const serve = async (name: string, starting: Promise<ServerProcess>): Promise<Contender> => {
    const server = await starting;
    shutdown.onStop(server.stop);
    await server.ready;
    return { name, server, ask: (ask) => caller.call({ ...ask, origin: server.origin }) };
  };
  const contenders = await Promise.all([
    serve(FRONT, startFront(settings)),
    serve(FASTIFY, startFastify(databaseUrl)),
    serve(NEXT, startNext(databaseUrl)),
  ]);
  const program = findPgbench();
  if (program) {
    const ask = ({ question, ...run }: Ask) =>
      runPgbench({ ...run, program, databaseUrl, script: QUESTIONS[question].pgbench });
    contenders.push({ name: PGBENCH, server: null, ask });
  }
  return contenders;
}

function openSupply(sql: postgres.Sql, tokens: string[]): Stage["supply"] {
  const queueBuilds = openFreshBuilds(sql);
  let serial = 0;
  return async (builds) => ({
    serial: ++serial,
    tokens,
    buildSecret: SECRETS.BUILD_SERVER_SECRET,
    builds: await queueBuilds(builds),
  });
}
