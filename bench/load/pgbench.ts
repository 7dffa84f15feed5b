import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import type { PgbenchScript, Supply } from "../questions/question.ts";
import type { Outcome } from "./message.ts";

export interface PgbenchOrder {
  program: string;
  databaseUrl: string;
  script: PgbenchScript;
  connections: number;
  seconds: number;
  supply: Supply;
}

/** PostgreSQL's own load generator where it is installed, or null. */
export function findPgbench(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.map((folder) => join(folder, "pgbench")).find((path) => existsSync(path)) ?? null;
}

/** Runs the statements of a question without any program between the load and the database. */
export async function runPgbench(order: PgbenchOrder): Promise<Outcome> {
  const { script, connections, seconds, supply } = order;
  const variables = { i: -1, clients: connections, serial: supply.serial, first: supply.builds.first };
  const output = await runProgram(order, [
    ...["--no-vacuum", "--protocol=prepared", "--file=-"],
    `--client=${connections}`,
    `--jobs=${Math.min(connections, availableParallelism())}`,
    `--time=${Math.ceil(seconds)}`,
    ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
  ]);
  const passes = Number(/^tps = ([\d.]+)/m.exec(output)?.[1]);
  const done = Number(/actually processed: (\d+)/.exec(output)?.[1]);
  const answered = done * script.callsPerPass;
  return { answered, took: done / passes, failure: null, generatorBusy: 0 };
}

function runProgram({ program, databaseUrl, script }: PgbenchOrder, args: string[]): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const child = spawn(program, [...args, pathname.slice(1)], {
    env: {
      ...process.env,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: decodeURIComponent(password),
      PGOPTIONS: "-c drydock.scope=*",
    },
  });
  child.stdin.end(`\\set i :i + 1\n${script.script}`);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`pgbench failed:\n${output}`)),
    );
  });
}
