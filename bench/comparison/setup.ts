import { type ChildProcess, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Shutdown } from "@/server/process/shutdown.ts";
import type { Resources, SystemName } from "../cases/case.ts";
import { type CaseName, getCase } from "../cases/registry.ts";
import { openBuildQueue } from "../fixtures/build-queue.ts";
import { DATASET, loadDataset } from "../fixtures/dataset.ts";
import { startBenchPostgres } from "../harness/database.ts";
import { type Product, readEntityTags, SECRETS, startProduct } from "../harness/product.ts";
import { print } from "../harness/program.ts";
import { type ServerProcess, startServer } from "../harness/server-process.ts";
import type { LoadOrder, LoadOutcome } from "./load-generator.ts";
import { buildNextApp, NEXT_APP, NEXT_COMMAND } from "./next-build.ts";
import { recordStatements } from "./record-statements.ts";

const FASTIFY_PROGRAM = fileURLToPath(new URL("../baselines/fastify.ts", import.meta.url));
const LOAD_GENERATOR = fileURLToPath(new URL("load-generator.ts", import.meta.url));

/** The product or one of its baselines. */
export interface SystemUnderTest {
  name: SystemName;
  /** Process whose CPU time is measured. */
  pid: number | undefined;
  /** Null for a system without a server. */
  origin: string | null;
  /** Prefix of every path. */
  prefix: string;
  /** Process that sends the requests, or runs the statements. */
  generator: ChildProcess;
}

export interface Comparison {
  product: Product;
  /** The product and the baselines of a case, the product first. */
  systemsOf: (name: CaseName) => SystemUnderTest[];
  /** Resources for one sample, with so many queued builds. */
  allocate: (builds: number) => Promise<Resources>;
}

/** Starts the product on a database with so many builds, all baselines and the load generator. */
export async function setUpComparison(builds: number, shutdown: Shutdown): Promise<Comparison> {
  await buildNextApp();
  const postgres = await startBenchPostgres(shutdown);
  print(`Loading ${builds.toLocaleString("en")} builds`);
  const product = await startProduct(postgres, { ...DATASET, builds }, loadDataset, shutdown);
  const recordings = join(postgres.directory, "recordings.json");
  writeFileSync(recordings, JSON.stringify(await recordStatements(product.databaseUrl)));
  const env = { DATABASE_URL: product.databaseUrl, RECORDINGS: recordings };
  const systems = await startSystems(product, env, shutdown);
  return {
    product,
    allocate: await openAllocator(product),
    systemsOf: (name) => {
      const names: SystemName[] = ["product", ...getCase(name).baselines.map((baseline) => baseline.name)];
      return systems.filter((system) => names.includes(system.name));
    },
  };
}

/** Sends load to a system for one sample. */
export function generateLoad(
  { generator, origin, prefix }: SystemUnderTest,
  order: Omit<LoadOrder, "origin" | "prefix">,
): Promise<LoadOutcome> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("The load generator has exited."));
    generator.once("exit", fail);
    generator.once("message", (outcome) => {
      generator.off("exit", fail);
      resolve(outcome as LoadOutcome);
    });
    generator.send({ ...order, origin, prefix });
  });
}

async function startSystems(
  product: Product,
  env: Record<string, string>,
  shutdown: Shutdown,
): Promise<SystemUnderTest[]> {
  const [generator, loop] = [startGenerator(env, shutdown), startGenerator(env, shutdown)];
  const [fastify, next] = await Promise.all([
    startServer({ args: ["--import", "tsx", FASTIFY_PROGRAM], env }, shutdown),
    startServer({ args: [NEXT_COMMAND, "start", "--hostname", "127.0.0.1"], env, cwd: NEXT_APP }, shutdown),
  ]);
  const systemOf = (name: SystemName, { pid, origin }: ServerProcess, prefix = ""): SystemUnderTest => ({
    name,
    pid,
    origin,
    prefix,
    generator,
  });
  return [
    systemOf("product", product),
    systemOf("fastify", fastify),
    systemOf("fastifySteps", fastify, "/steps"),
    systemOf("fastifyEmpty", fastify, "/empty"),
    systemOf("next", next),
    { name: "loop", pid: loop.pid, origin: null, prefix: "", generator: loop },
  ];
}

async function openAllocator(product: Product): Promise<Comparison["allocate"]> {
  const { dataset, tokens, cookies, sql } = product;
  const queue = openBuildQueue(sql);
  const buildSecret = SECRETS.BUILD_SERVER_SECRET;
  const known = { dataset, tokens, cookies, buildSecret, tags: await readEntityTags(product) };
  let serial = 0;
  return async (count) => {
    await queue.clear();
    const builds = await queue.add(count);
    // Autovacuum would do so within a minute; until then the planner underestimates the queued builds.
    if (count > 0) await sql`analyze builds`;
    return { ...known, serial: ++serial, builds };
  };
}

function startGenerator(env: Record<string, string>, shutdown: Shutdown): ChildProcess {
  const child = fork(LOAD_GENERATOR, {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...env },
  });
  shutdown.onStop(() => void child.kill());
  return child;
}
