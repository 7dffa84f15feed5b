import { type ChildProcess, execFile, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database, Pool } from "@/db/client.ts";
import * as schema from "@/db/schema/index.ts";
import { enterTenantBySlug } from "@/server/auth/tenant-access.ts";
import { createContext } from "@/server/core/context.ts";
import { browseBuilds } from "@/server/domains/builds/browse.ts";
import { BrowseBuilds } from "@/server/domains/builds/input.ts";
import { SearchMarketplace } from "@/server/domains/marketplace/input.ts";
import { searchMarketplace } from "@/server/domains/marketplace/search.ts";
import type { Shutdown } from "@/server/process/shutdown.ts";
import type { RecordedStatement, Recordings } from "../baselines/replay.ts";
import type { Resources, SystemName } from "../cases/case.ts";
import { type CaseName, getCase } from "../cases/registry.ts";
import { openBuildQueue } from "../fixtures/build-queue.ts";
import { DATASET, loadDataset } from "../fixtures/dataset.ts";
import { rowId, searchTerm, tenantSlug } from "../fixtures/ids.ts";
import { startBenchPostgres } from "../harness/database.ts";
import { type Product, readEntityTags, SECRETS, startProduct } from "../harness/product.ts";
import { print } from "../harness/program.ts";
import { type ServerProcess, startServer } from "../harness/server-process.ts";
import type { LoadOrder, LoadOutcome } from "./load-generator.ts";

const FASTIFY_PROGRAM = fileURLToPath(new URL("../baselines/fastify.ts", import.meta.url));
const LOAD_GENERATOR = fileURLToPath(new URL("load-generator.ts", import.meta.url));

/** The product or one of its baselines. */
export interface SystemUnderTest {
  name: SystemName;
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

const NEXT_APP = fileURLToPath(new URL("../baselines/next", import.meta.url));
const NEXT_COMMAND = createRequire(import.meta.url).resolve("next/dist/bin/next");

const BASELINES = fileURLToPath(new URL("../baselines", import.meta.url));
const STAMP = join(NEXT_APP, ".next", "sources.sha256");

/** Files outside the baselines that the build depends on. */
const OTHER_SOURCES = ["../fixtures/ids.ts", "../../shared/version-key.ts", "../../package-lock.json"];

/** Builds the Next.js baseline, unless a build of the same sources exists. */
async function buildNextApp(): Promise<void> {
  const hash = createHash("sha256");
  for (const source of listSources()) hash.update(readFileSync(source)).update("\0");
  const sources = hash.digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return;
  print("Building the Next.js baseline; this happens once, and again when its source changes");
  await runBuild();
  writeFileSync(STAMP, sources);
}

function listSources(): string[] {
  const baselines = readdirSync(BASELINES, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[jt]s$/.test(path) && !path.includes(".next"))
    .sort()
    .map((path) => join(BASELINES, path));
  return [...baselines, ...OTHER_SOURCES.map((path) => fileURLToPath(new URL(path, import.meta.url)))];
}

async function runBuild(): Promise<void> {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  const build = promisify(execFile)(process.execPath, [NEXT_COMMAND, "build"], { cwd: NEXT_APP, env });
  await build.catch(({ stdout, stderr }) => {
    throw new Error(`The build failed:\n\n${stdout}${stderr}`);
  });
}

/** Calls the product's services and records their statements, so that the baselines run the same SQL. */
async function recordStatements(databaseUrl: string): Promise<Recordings> {
  const recorded: RecordedStatement[] = [];
  const openPool = (pool: "tenantDb" | "systemDb", parameters: Record<string, string>): Pool => {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined, connection: parameters });
    const logQuery = (text: string, values: unknown[]) => void recorded.push({ pool, text, values });
    return { sql, orm: drizzle(sql, { schema, logger: { logQuery } }) };
  };
  const [tenantDb, systemDb] = [openPool("tenantDb", {}), openPool("systemDb", { "drydock.scope": "*" })];
  const close = async () => {
    await tenantDb.sql.end();
    await systemDb.sql.end();
  };
  const { listen, notify } = systemDb.sql;
  const database: Database = { tenantDb, systemDb, listen, notify, close };
  const [userId, slug] = [rowId("user", 0), tenantSlug(0)];
  const actor = {
    kind: "user",
    userId,
    email: "",
    name: "",
    isSuperAdmin: false,
    isEmailVerified: true,
  } as const;
  const ctx = createContext(actor, "recording", database);
  const record = async (call: () => Promise<unknown>): Promise<RecordedStatement[]> => {
    recorded.length = 0;
    await call();
    return [...recorded];
  };
  const builds = await record(async () =>
    browseBuilds(await enterTenantBySlug(ctx, userId, slug), BrowseBuilds.parse({})),
  );
  const search = await record(() =>
    searchMarketplace(ctx, SearchMarketplace.parse({ search: searchTerm(0) })),
  );
  await close();
  return { builds, search };
}
