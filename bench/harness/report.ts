import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import type postgres from "postgres";

/** Markdown table whose columns also line up in a terminal; all but the first are numbers. */
export function formatTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${widths.map((width, column) => pad(cells, column, width)).join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

function pad(cells: string[], column: number, width: number): string {
  const cell = cells[column] ?? "";
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** Date, machine, versions and load average of a measurement, as a Markdown list. */
export async function describeMachine(sql: postgres.Sql, loadBefore: number): Promise<string> {
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  const packages = ["next", "fastify", "postgres", "autocannon"].map((name) => `${name} ${versionOf(name)}`);
  const processors = cpus();
  const machine = `${processors.length} × ${processors[0]?.model.trim() ?? "processor"}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  return [
    `- ${new Date().toISOString().slice(0, 10)}, ${machine}, ${type()} ${release()}`,
    `- Node.js ${process.versions.node}, PostgreSQL ${server?.version} with fsync on, ${packages.join(", ")}`,
    `- load average before and after: ${loadBefore.toFixed(1)}, ${readLoadAverage().toFixed(1)}`,
  ].join("\n");
}

export const readLoadAverage = (): number => loadavg()[0] ?? 0;

function versionOf(name: string): string {
  const manifest = readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
