import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import type postgres from "postgres";

/** What the numbers were taken on and with. */
export async function describeMachine(sql: postgres.Sql, loadBefore: number): Promise<string> {
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return describeHost(["next", "fastify", "postgres", "autocannon"], loadBefore, server?.version);
}

/** The same where no database is asked. */
export function describeHost(packages: string[], loadBefore: number, postgresql?: string): string {
  const database = postgresql ? [`PostgreSQL ${postgresql} with fsync on`] : [];
  const versions = packages.map((name) => `${name} ${versionOf(name)}`);
  const processors = cpus();
  const gibibytes = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `- ${new Date().toISOString().slice(0, 10)}, ${processors.length} × ${processors[0]?.model.trim() ?? "processor"}, ${gibibytes} GiB, ${type()} ${release()}`,
    `- ${[`Node.js ${process.versions.node}`, ...database, ...versions].join(", ")}`,
    `- load average before and after: ${loadBefore.toFixed(1)}, ${readLoad().toFixed(1)}`,
  ].join("\n");
}

/** The load average of the last minute. */
export const readLoad = (): number => loadavg()[0] ?? 0;

function versionOf(name: string): string {
  const manifest = readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
