import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { seedPlatform } from "@/server/commands/seed-demo.ts";
import { ensureBuild } from "@/server/process/build.ts";
import { ensureCliBundle } from "@/server/process/bundle-cli.ts";
import { createObjectStore } from "@/server/storage/object-store.ts";
import { setup as startPostgres } from "../support/postgres.setup.ts";
import { type EntryPointProcess, startFront, startNext } from "./entry-point-process.ts";
import { ENTRY_POINT_ENV } from "./environment.ts";
import { OIDC_CLIENT, startOidcProvider } from "./oidc-provider.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origins of both entry points, and the database, object store and sign-in provider that they share. */
    entryPoints: { front: string; next: string; databaseUrl: string; objects: string; oidcIssuer: string };
  }
}

/** Starts both entry points as processes on a temporary database with the demo data. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stops: (() => void | Promise<void>)[] = [];
  const stop = async () => {
    for (const action of stops.reverse()) await action();
  };
  try {
    const building = ensureBuild({ log: print });
    await ensureCliBundle();
    stops.push(await startPostgres(project));
    const DATA_DIR = mkdtempSync(join(tmpdir(), "drydock-entry-points-"));
    stops.push(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const DATABASE_URL = await createDemoDatabase(project, DATA_DIR);
    const { directory } = await building;
    const provider = await startOidcProvider();
    stops.push(provider.stop);
    const oidc = { OIDC_ISSUER: provider.issuer, ...OIDC_CLIENT };
    const settings = { ...ENTRY_POINT_ENV, ...oidc, DATABASE_URL, DATA_DIR };
    const track = (entryPoint: EntryPointProcess) => {
      stops.push(() => entryPoint.stop().then(() => printErrors(entryPoint.output())));
      return entryPoint.origin;
    };
    const starting = [
      startFront({ ...settings, DRYDOCK_PAGES_BUILD: directory }).then(track),
      startNext(settings).then(track),
    ] as const;
    await Promise.allSettled(starting);
    const [front, next] = await Promise.all(starting);
    const objects = join(DATA_DIR, "objects");
    project.provide("entryPoints", {
      front,
      next,
      databaseUrl: DATABASE_URL,
      objects,
      oidcIssuer: provider.issuer,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function createDemoDatabase(project: TestProject, dataDir: string): Promise<string> {
  const template = project.getProvidedContext().databaseTemplate;
  const name = "drydock_contract";
  const admin = postgres(template.adminUrl, { max: 1 });
  await admin`create database ${admin(name)} template ${admin(template.name)} owner drydock`;
  await admin.end();
  const url = Object.assign(new URL(template.url), { pathname: `/${name}` }).href;
  await seedPlatform(url, {}, createObjectStore("file:", dataDir));
  return url;
}

/** Prints errors from the log of an entry point; a run without server errors has none. */
function printErrors(output: string): void {
  for (const line of output.split("\n")) if (line.startsWith("{")) print(line);
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
