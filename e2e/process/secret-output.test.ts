import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import { describeUrls, type Settings } from "@/db/embedded/settings.ts";
import type { BuildDetail, BuildView } from "@/server/domains/builds/view.ts";
import { createCliToken, type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { killServer, makeTempDirectory } from "./postgres-fixture.ts";
import { type Program, startProgram, waitUntil } from "./program.ts";

const ACME = "01900000-0000-7000-8000-00000000a001";
const FIELD_NOTES = "01900000-0000-7000-8000-00000000b001";
const BUILD_SECRET = "a-build-secret-of-one-worker";
const SECRET = 's3cr3t/of+the "app"';
const FORMS = [
  SECRET,
  Buffer.from(SECRET).toString("base64"),
  encodeURIComponent(SECRET),
  JSON.stringify(SECRET).slice(1, -1),
  SECRET.toUpperCase(),
  Buffer.from(SECRET).toString("hex"),
  SECRET.replaceAll('"', "&quot;"),
  Buffer.from(Buffer.from(SECRET).toString("base64")).toString("base64"),
  SECRET.slice(0, 9),
];

let directory: ReturnType<typeof makeTempDirectory>;
let dataDir: string;
let product: Launched;
let worker: Program;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  dataDir = join(directory.path, "data");
  product = await launch(dataDir, { BUILD_SERVER_SECRET: BUILD_SECRET });
  await waitUntilRunning(product);
}, 300_000);

afterAll(async () => {
  for (const { pid } of [worker, product]) if (findProcess(pid)) process.kill(pid, "SIGTERM");
  await product.exited;
  killServer(dataDir);
  directory.remove();
});

test("a secret that a build prints stands in no log, no table and no file", async () => {
  const token = await createCliToken(dataDir, ["APPS_MANAGE", "BUILDS_READ", "BUILDS_CREATE"]);
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${product.origin}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "X-Tenant-Id": ACME, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${path} ${response.status}`).toBe(true);
    return response;
  };
  await send("PUT", `apps/${FIELD_NOTES}/variables/TOKEN`, { value: SECRET });
  worker = startWorker();
  const version = "7.7.7-secretive";
  const queued = await send("POST", `apps/${FIELD_NOTES}/builds`, { platform: "ANDROID", version });
  const { id } = (await queued.json()) as BuildView;
  const find = async () => {
    await delay(300);
    const build = (await (await send("GET", `builds/${id}`)).json()) as BuildDetail;
    return build.finishedAt ? build : null;
  };
  const build = await waitUntil(find);

  const masked = [
    "plain: ***",
    "parts: ***",
    "base64: ***",
    "url: https://host.test/?key=***",
    'json: {"key":"***"}',
    ...["upper", "hex", "xml", "entities", "twice", "colors"].map((form) => `${form}: ***`),
    `nested: ${JSON.stringify([JSON.stringify(["***"])])}`,
    "utf-16: ***",
  ].join("\n");
  expect(build).toMatchObject({ status: "FAILED", failure: { summary: "error: no signature" } });
  expect(build.errorLog).toContain(masked);
  expect(await (await send("GET", `builds/${id}/log`)).text()).toContain(masked);

  const outputs = [product.output(), worker.output(), JSON.stringify(build)];
  for (const form of FORMS) {
    for (const output of outputs) expect(output.includes(form)).toBe(false);
    expect(await findInTables(form)).toEqual([]);
    // Tables, write-ahead log, objects, and the worker's own files.
    expect(await findInFiles(form)).toBe("");
  }
});

function startWorker(): Program {
  const options = {
    "--api-url": product.origin,
    "--exec": join(import.meta.dirname, "secret-output.build.sh"),
    "--id": "worker-of-secrets",
    "--spool": join(directory.path, "worker"),
  };
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: "production", BUILD_SECRET } as const;
  return startProgram("worker/main.ts", Object.entries(options).flat(), { env });
}

/** Tables with a row that contains a text, as text or within a binary column. */
async function findInTables(text: string): Promise<string[]> {
  const settings = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")) as Settings;
  const sql = postgres(describeUrls(settings).url, { max: 1, connection: { "drydock.scope": "*" } });
  try {
    const tables = await sql<{ schema: string; name: string }[]>`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`;
    const hex = Buffer.from(text).toString("hex");
    const found: string[] = [];
    for (const { schema, name } of tables) {
      const rows = await sql`
        select from ${sql(schema)}.${sql(name)} as whole
        where strpos(whole::text, ${text}) > 0 or strpos(whole::text, ${hex}) > 0 limit 1`;
      if (rows.length > 0) found.push(name);
    }
    return found;
  } finally {
    await sql.end();
  }
}

async function findInFiles(text: string): Promise<string> {
  const args = ["-r", "-l", "-a", "-F", "--exclude=postmaster.pid", "-e", text, directory.path];
  const { stdout } = await promisify(execFile)("grep", args).catch((error: { stdout: string }) => error);
  return stdout;
}
