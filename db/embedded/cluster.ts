import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import postgres from "postgres";
import { syncDirectory } from "../atomic-write.ts";
import { run } from "./identity.ts";
import { changeOwner, type Installation } from "./installation.ts";
import { adminRole, loginRole, type Settings } from "./settings.ts";

/** Database cluster: created by initdb in a draft directory and renamed when complete, unless it exists. */
export async function ensureCluster(installation: Installation, settings: Settings): Promise<void> {
  if (existsSync(join(installation.cluster, "PG_VERSION"))) return;
  removeDrafts(installation.cluster);
  const draft = `${installation.cluster}-draft-${process.pid}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, settings.adminPassword, { mode: 0o600 });
  for (const path of [draft, passwordFile]) changeOwner(path, installation.identity);
  try {
    await runInitdb(installation, draft, passwordFile);
    renameSync(draft, installation.cluster);
    syncDirectory(dirname(installation.cluster));
  } finally {
    removeDrafts(installation.cluster);
  }
}

/** Role and database of the application: created, or reset to the expected attributes and password. */
export async function ensureDatabase(adminUrl: string, settings: Settings): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    const [role] = await sql`select from pg_roles where rolname = ${loginRole}`;
    // Role statements take no parameters; the password is generated base64url and needs no escaping.
    await sql.unsafe(
      `${role ? "alter" : "create"} role ${loginRole} with login createdb nosuperuser nocreaterole nobypassrls
         password '${settings.password}'`,
    );
    const [database] = await sql`select from pg_database where datname = 'drydock'`;
    if (!database) await sql.unsafe(`create database drydock owner ${loginRole}`);
  } finally {
    await sql.end();
  }
}

async function runInitdb(installation: Installation, directory: string, passwordFile: string): Promise<void> {
  const { ok, output } = await run(installation.identity, installation.binaries.initdb, [
    `--pgdata=${directory}`,
    `--username=${adminRole}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The built-in provider sorts the same on every system and in every version.
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
  ]);
  if (!ok)
    throw new Error(`PostgreSQL could not create a cluster in ${installation.cluster}:\n${output.trim()}`);
  chmodSync(directory, 0o700);
}

/**
 * Removes drafts of interrupted starts. An initdb whose parent was killed may still write to its draft, and then fails.
 */
function removeDrafts(cluster: string): void {
  const parent = dirname(cluster);
  const drafts = readdirSync(parent).filter((name) => name.startsWith(`${basename(cluster)}-draft-`));
  for (const name of drafts) {
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 10 });
  }
}
