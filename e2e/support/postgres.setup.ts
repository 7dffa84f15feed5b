import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "@/db/embedded/embedded-postgres.ts";
import { findProcess } from "@/db/embedded/processes.ts";
import { migrate } from "@/db/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Migrated, empty template database without connections. */
    databaseTemplate: { name: string; url: string; adminUrl: string };
  }
}

interface Started {
  template: { name: string; url: string; adminUrl: string };
  stop: () => Promise<void>;
}

const STARTED = Symbol.for("drydock.postgres-of-the-run");
/** Shared by all projects of a run, each of which loads this file again. */
const holder = globalThis as unknown as Record<
  symbol,
  { postgres: Promise<Started>; users: number } | undefined
>;

/** Starts a temporary PostgreSQL for the run, and migrates the template database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[STARTED] ??= { postgres: start(), users: 0 };
  const shared = holder[STARTED];
  shared.users += 1;
  const { template, stop } = await shared.postgres;
  project.provide("databaseTemplate", template);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[STARTED];
    await stop();
  };
}

async function start(): Promise<Started> {
  removeStaleDirectories();
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(dataDir, 0o711);
  const server = await startEmbedded({ dataDir, log: () => {}, isDurable: false });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const name = "drydock_template";
    await createEmpty(server.adminUrl, name);
    const url = replaceDatabase(server.url, name);
    await migrate(url);
    return { template: { name, url, adminUrl: server.adminUrl }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const prefix = "drydock-test-";

/** Removes the data directories of killed runs. PostgreSQL stops within a minute without its directory. */
function removeStaleDirectories(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : 0;
    if (owner > 0 && !findProcess(owner)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function createEmpty(adminUrl: string, name: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1 });
  await sql`create database ${sql(name)} owner drydock`;
  await sql.end();
}

function replaceDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
