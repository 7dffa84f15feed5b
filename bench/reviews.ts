import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Orm } from "../db/client.ts";
import { createEntity, createListing, createTenant, createUser } from "../db/factories.ts";
import { pluginArchive } from "../e2e/support/archives.ts";
import { uploadArchive } from "../server/archives/upload.ts";
import { publishListing } from "../server/listings/publish.ts";
import { listReviewedFiles, readReviewedFile } from "../server/moderation/files.ts";
import { ListQueue } from "../server/moderation/input.ts";
import { getReview } from "../server/moderation/review.ts";
import { listQueue } from "../server/moderation/review-queue.ts";
import { decideListing } from "../server/moderation/service.ts";
import { permissionsOfRole } from "../server/platform/authorize.ts";
import { createContext, database, enterTenant } from "../server/platform/context.ts";
import { completeEnv } from "../server/platform/env/env.ts";
import { listenForShutdown } from "../server/process/shutdown.ts";
import { productSettings } from "./stage/contenders.ts";
import { startBenchDatabase } from "./stage/database.ts";

/**
 * Measures what a reviewer waits for: `npm run bench:reviews`. The queue and a review with 10,000 listings waiting next
 * to ten, and the files of an update with 5,000 files on both sides, before anything is remembered. It ends with 1 when
 * a bound is broken.
 */
const FEW = 10;
const MANY = 10_000;
const ROUNDS = 60;
const FILL_AT_ONCE = 1_000;
const MOST_TIMES = 1.5;
const FILES = 5_000;
const FILES_WITHIN_MS = 1_000;

const shutdown = listenForShutdown(print);

try {
  await shutdown.exit((await measure()) ? 0 : 1);
} catch (error) {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  await shutdown.exit(1);
}

async function measure(): Promise<boolean> {
  const stage = await startBenchDatabase();
  shutdown.onStop(stage.stop);
  const objects = mkdtempSync(join(tmpdir(), "drydock-bench-"));
  shutdown.onStop(() => rm(objects, { recursive: true, force: true }));
  completeEnv({ ...productSettings(stage.url, stage.directory), STORAGE_URL: `file://${objects}` });
  shutdown.onStop(() => database().close());
  const { orm } = database().platform;
  const admin = await signInAdmin(orm);
  const tenant = await createTenant(orm);
  const { id: entityId } = await createEntity(orm, { type: "THEME", tenantId: tenant.id });

  const isFileListFast = await measureFiles(admin, orm);
  const template = await createListing(orm, { type: "THEME", tenantId: tenant.id, entityId, slug: "queued" });
  await fill(orm, template.id, 2, FEW);
  const few = await timeQueue(admin, template.id);
  await fill(orm, template.id, FEW + 1, MANY);
  const many = await timeQueue(admin, template.id);
  const areFlat = (["queue", "review"] as const).map((what) => {
    const times = many[what] / few[what];
    print(
      `${what}: ${few[what].toFixed(2)} ms with ${FEW} waiting, ${many[what].toFixed(2)} ms with ${MANY}: ${times.toFixed(2)} times`,
    );
    return times < MOST_TIMES;
  });
  return isFileListFast && areFlat.every(Boolean);
}

/** Waiting listings like the template, each of a version of its own. */
async function fill(orm: Orm, templateId: string, from: number, to: number): Promise<void> {
  for (let start = from; start <= to; start += FILL_AT_ONCE) {
    await orm.execute(sql`
      insert into listings (id, tenant_id, type, slug, version, version_key, name, description, theme_id, theme_look, submitted_at)
      select gen_random_uuid(), t.tenant_id, t.type, t.slug || '-' || n, '2.' || n || '.0', 'x' || n, t.name, t.description, t.theme_id,
        t.theme_look, t.submitted_at + n * interval '1 second'
      from listings t, generate_series(${start}::integer, ${Math.min(to, start + FILL_AT_ONCE - 1)}::integer) n
      where t.id = ${templateId}`);
  }
  await orm.execute(sql`analyze listings`);
}

async function timeQueue(admin: Parameters<typeof listQueue>[0], listingId: string) {
  const queue: number[] = [];
  const review: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    queue.push(await timeOf(() => listQueue(admin, ListQueue.parse({ limit: FEW }))));
    review.push(await timeOf(() => getReview(admin, listingId)));
  }
  return { queue: undisturbed(queue), review: undisturbed(review) };
}

async function measureFiles(admin: Parameters<typeof getReview>[0], orm: Orm): Promise<boolean> {
  const tenant = await createTenant(orm);
  const user = await createUser(orm);
  const actor = {
    kind: "user" as const,
    userId: user.id,
    email: user.email,
    name: user.name,
    isSuperAdmin: false,
  };
  const publisher = enterTenant(createContext(actor), {
    tenant,
    role: "DEVELOPER",
    permissions: permissionsOfRole("DEVELOPER"),
  });
  const { id } = await createEntity(orm, { type: "APP_PLUGIN", tenantId: tenant.id, slug: "many-files" });
  const submit = async (version: string, mark: string) => {
    const files = Array.from({ length: FILES }, (_, n) => ({
      path: `src/part-${n % 70}/file-${n}.js`,
      content: `export const n = ${n};\n${"// plain code of a plugin\n".repeat(20)}${n % 50 === 0 ? mark : ""}\n`,
    }));
    const archive = pluginArchive({ slug: "many-files", version }, files);
    const bytes = async function* () {
      yield archive.bytes;
    };
    await uploadArchive(publisher, { sha256: archive.sha256, bytes: bytes() });
    const fields = {
      type: "APP_PLUGIN",
      name: "x",
      slug: "many-files",
      description: "x",
      appPluginId: id,
    } as const;
    return publishListing(publisher, { ...fields, version, archiveSha256: archive.sha256 });
  };
  const first = await submit("1.0.0", "before");
  await decideListing(admin, { listingId: first.id, action: "approve" });
  const { id: listingId } = await submit("1.1.0", "after");
  const cold = await timeOf(() => listReviewedFiles(admin, listingId));
  const warm = await timeOf(() => listReviewedFiles(admin, listingId));
  const last = `src/part-${(FILES - 1) % 70}/file-${FILES - 1}.js`;
  const file = await timeOf(() => readReviewedFile(admin, { listingId, path: last }));
  print(
    `files of two archives of ${FILES}: ${cold.toFixed(0)} ms, again ${warm.toFixed(0)} ms; the last file of both: ${file.toFixed(0)} ms`,
  );
  return cold < FILES_WITHIN_MS;
}

async function signInAdmin(orm: Orm) {
  const user = await createUser(orm, { platformRole: "SUPER_ADMIN" });
  return createContext({
    kind: "user",
    userId: user.id,
    email: user.email,
    name: user.name,
    isSuperAdmin: true,
  });
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** The tenth percentile: what it takes while nothing else has the processor. */
function undisturbed(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 10)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
