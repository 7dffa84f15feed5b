import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import { rowId } from "../data/ids.ts";

/** One tenant with all builds. The last of its apps was given up: its builds are years older than the others'. */
export const TENANT = { id: rowId("tenant", 0), slug: "growing" };
export const MEMBER = rowId("user", 0);
export const APPS = 10;
export const appId = (number: number): string => rowId("app", number);
export const GIVEN_UP = APPS - 1;
/** The newest build of the first app. */
export const newestBuild = (builds: number): string => rowId("build", builds - APPS);

const DAY_MS = 86_400_000;
const YEARS_MS = 730 * DAY_MS;

/** Loads people, apps and `builds` ended builds by COPY; the platform's own triggers note each of them. */
export async function loadBuilds(sql: postgres.Sql, builds: number): Promise<void> {
  const { id, slug } = TENANT;
  await sql`insert into tenants (id, slug, name) values (${id}, ${slug}, 'Growing')`;
  await sql`insert into users (id, email, name) values (${MEMBER}, 'member@growing.test', 'Member')`;
  await sql`insert into memberships (tenant_id, user_id, role) values (${id}, ${MEMBER}, 'DEVELOPER')`;
  for (let app = 0; app < APPS; app += 1) {
    await sql`insert into apps (id, tenant_id, slug, name, platforms, last_build_number)
      values (${appId(app)}, ${id}, ${`app-${app}`}, ${`App ${app}`}, '{ANDROID,IOS}', ${builds / APPS})`;
  }
  const copy = await sql`copy builds (id, tenant_id, app_id, number, platform, version, status, artifact_path,
    error_log, size_bytes, worker_id, created_at, started_at, finished_at, updated_at) from stdin`.writable();
  await pipeline(Readable.from(chunksOf(builds)), copy);
  await sql`insert into build_reports (tenant_id, build_id, status, applied)
    select tenant_id, id, 'COMPLETED', true from builds where id = ${newestBuild(builds)}`;
}

const LINES_AT_ONCE = 2_000;

function* chunksOf(builds: number): Generator<string> {
  let lines = "";
  for (let n = 0; n < builds; n += 1) {
    lines += `${lineOf(n, builds)}\n`;
    if (n % LINES_AT_ONCE === LINES_AT_ONCE - 1 || n === builds - 1) {
      yield lines;
      lines = "";
    }
  }
}

const ERROR_LOG = "Execution failed for task :app:compileReleaseKotlin\\n".repeat(10);

function lineOf(n: number, builds: number): string {
  const app = n % APPS;
  const nth = Math.floor(n / APPS);
  const hasFailed = nth % 11 === 0;
  const ageMs = ((builds - n) / builds) * YEARS_MS + (app === GIVEN_UP ? YEARS_MS : 0);
  const createdAt = Date.now() - ageMs;
  const at = (ms: number) => new Date(createdAt + ms).toISOString();
  const runMs = 120_000 + ((nth * 7_919) % 300_000);
  return [
    rowId("build", n),
    TENANT.id,
    appId(app),
    nth + 1,
    nth % 2 === 0 ? "ANDROID" : "IOS",
    `1.${nth}.0`,
    hasFailed ? "FAILED" : "COMPLETED",
    hasFailed ? "\\N" : `artifacts/${n}/app-release.aab`,
    hasFailed ? ERROR_LOG : "\\N",
    hasFailed ? "\\N" : 20_000_000 + n,
    `worker-${nth % 8}`,
    at(0),
    at(20_000),
    at(20_000 + runMs),
    at(20_000 + runMs),
  ].join("\t");
}
