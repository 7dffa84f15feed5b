import { writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { database as openedDatabase } from "../../server/platform/context.ts";
import { completeEnv } from "../../server/platform/env/env.ts";
import { ensureBuild } from "../../server/process/build.ts";
import type { Shutdown } from "../../server/process/shutdown.ts";
import { countBuilds } from "../data/count-builds.ts";
import { issueCredentials } from "../data/credentials.ts";
import { openFreshBuilds } from "../data/fresh-builds.ts";
import { rowId } from "../data/ids.ts";
import { loadWorld } from "../data/load.ts";
import { recordStatements } from "../data/recorded.ts";
import { APPS, TENANTS } from "../data/world.ts";
import { startGenerator, startLoop } from "../load/caller.ts";
import type { Outcome } from "../load/message.ts";
import { QUESTIONS, type QuestionName } from "../questions/all.ts";
import type { Supply } from "../questions/question.ts";
import {
  type ContenderName,
  FASTIFY,
  FASTIFY_EMPTY,
  FASTIFY_STEPS,
  FRONT,
  LOOP,
  NEXT,
} from "./contender-names.ts";
import {
  type PeerSettings,
  productSettings,
  SECRETS,
  startFastify,
  startFront,
  startNext,
} from "./contenders.ts";
import { startBenchDatabase } from "./database.ts";
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
  name: ContenderName;
  /** The process whose processor time its answers take. */
  pid: number | undefined;
  /** Where it serves; null where the database is asked directly. */
  origin: string | null;
  /** Stands before every path that it is asked for. */
  prefix: string;
  ask: (ask: Ask) => Promise<Outcome>;
}

export interface Stage {
  sql: postgres.Sql;
  /** The product and those of a question's floors that there are, the product first. */
  contendersOf: (question: QuestionName) => Contender[];
  /** What the callers of one run may use, with so many fresh builds. */
  supply: (builds: number) => Promise<Supply>;
}

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
  shutdown.onStop(() => openedDatabase().close());
  await countBuilds(sql);
  const credentials = await issueCredentials();
  const recordings = join(database.directory, "recordings.json");
  writeFileSync(recordings, JSON.stringify(await recordStatements(database.url)));
  const peers = { DATABASE_URL: database.url, RECORDINGS: recordings };
  const contenders = await startContenders(settings, peers, shutdown);
  const tags = await readTags(contenders[0]?.origin ?? "", credentials.tokens);
  return {
    sql,
    supply: openSupply(sql, { ...credentials, tags }),
    contendersOf: (question) => {
      const floors = QUESTIONS[question].floors.map(({ contender }) => contender);
      return contenders.filter(({ name }) => name === FRONT || floors.includes(name));
    },
  };
}

async function startContenders(
  settings: Record<string, string>,
  peers: PeerSettings,
  shutdown: Shutdown,
): Promise<Contender[]> {
  const generator = startGenerator();
  shutdown.onStop(generator.stop);
  const loop = startLoop(peers.DATABASE_URL, peers.RECORDINGS);
  shutdown.onStop(loop.stop);
  const ready = async (starting: Promise<ServerProcess>): Promise<ServerProcess> => {
    const server = await starting;
    shutdown.onStop(server.stop);
    await server.ready;
    return server;
  };
  const serving = (name: ContenderName, server: ServerProcess, prefix = ""): Contender => ({
    name,
    pid: server.pid,
    origin: server.origin,
    prefix,
    ask: (ask) => generator.call({ ...ask, prefix, origin: server.origin }),
  });
  const [front, fastify, next] = await Promise.all([
    ready(startFront(settings)),
    ready(startFastify(peers)),
    ready(startNext(peers)),
  ]);
  return [
    serving(FRONT, front),
    serving(FASTIFY, fastify),
    serving(FASTIFY_STEPS, fastify, "/steps"),
    serving(FASTIFY_EMPTY, fastify, "/empty"),
    serving(NEXT, next),
    {
      name: LOOP,
      pid: loop.pid,
      origin: null,
      prefix: "",
      ask: (ask) => loop.call({ ...ask, prefix: "", origin: "" }),
    },
  ];
}

/** The tag of each app's first page, as the product gives it. */
async function readTags(origin: string, tokens: string[]): Promise<string[]> {
  const tags: string[] = [];
  for (let app = 0; app < APPS; app++) {
    const headers = {
      authorization: `Bearer ${tokens[app % TENANTS]}`,
      "x-tenant-id": rowId("tenant", app % TENANTS),
    };
    const response = await fetch(`${origin}/api/apps/${rowId("app", app)}/builds`, { headers });
    if (!response.ok) throw new Error(`a page of builds was answered with ${await response.text()}`);
    await response.body?.cancel();
    tags.push(response.headers.get("etag") ?? "");
  }
  return tags;
}

function openSupply(sql: postgres.Sql, known: Pick<Supply, "tokens" | "cookies" | "tags">): Stage["supply"] {
  const queueBuilds = openFreshBuilds(sql);
  let serial = 0;
  return async (builds) => ({
    ...known,
    serial: ++serial,
    buildSecret: SECRETS.BUILD_SERVER_SECRET,
    builds: await queueBuilds(builds),
  });
}
