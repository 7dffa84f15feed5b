import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import type { Orm, Reader, Transaction } from "@/db/client.ts";
import { type BuildInput, buildInputs } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import type { OpenInput } from "@/server/domains/apps/installations/input.ts";
import { isCarriedBy, selectInstallations } from "@/server/domains/apps/installations/installation-row.ts";
import { describeVersions, type VersionDescription } from "@/server/domains/apps/installations/versions.ts";
import type { BuildInputView, JobInput } from "@/server/domains/apps/installations/view.ts";
import { openStoredArchive, readArchiveSize } from "@/server/domains/items/archives/service.ts";
import { parseListedLook } from "@/server/domains/items/themes/look.ts";
import type { Download } from "@/server/storage/object-store.ts";
import { AppError, invalidTransition, notFound } from "@/shared/errors.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { getWorkerBuild } from "../records/service.ts";

interface QueuedBuild {
  id: string;
  tenantId: string;
  appId: string;
}

/**
 * Freezes the inputs of a queued build: every installation of the app and of its tenant, and the look of the theme. Later
 * changes of installations do not concern it.
 * @throws AppError `INPUT_UNAVAILABLE` naming the item whose version was suspended or withdrawn
 */
export async function freezeInputs(
  tx: Transaction,
  { id: buildId, tenantId, appId }: QueuedBuild,
): Promise<void> {
  const carried = await selectInstallations(tx, isCarriedBy({ tenantId, appId }));
  if (carried.length === 0) return;
  let look: string | null = null;
  const inputs = carried.map(({ row: { type, slug, listingId }, installed }): BuildInput => {
    requireAvailable(slug, installed);
    const { version, sha256 } = installed;
    if (type !== "THEME") return { type, slug, version, sha256, listingId };
    look = JSON.stringify(parseListedLook(installed.look));
    return { type, slug, version, sha256: sha256Of(look), listingId };
  });
  await tx.insert(buildInputs).values({ buildId, tenantId, inputs, look });
}

/** Gives a retry the inputs of the build that it retries. */
export async function copyInputs(
  tx: Transaction,
  { id: buildId, retryOf }: QueuedBuild & { retryOf: string },
): Promise<void> {
  const [frozen] = await tx.select().from(buildInputs).where(eq(buildInputs.buildId, retryOf));
  if (frozen) await tx.insert(buildInputs).values({ ...frozen, buildId });
}

/** Availability check of the inputs of a build, before a retry. @throws AppError `INPUT_UNAVAILABLE` as `freezeInputs` */
export async function requireAvailableInputs(tx: Transaction, buildId: string): Promise<void> {
  const inputs = await readInputs(tx, buildId);
  const versions = await describeVersions(
    tx,
    inputs.map(({ listingId }) => listingId),
  );
  for (const { slug, listingId } of inputs) requireAvailable(slug, versions.get(listingId));
}

export const readInputViews = async (tx: Reader, buildId: string): Promise<BuildInputView[]> =>
  (await readInputs(tx, buildId)).map(toInputView);

/** Inputs of a claimed build for its worker, each with the path of its bytes. */
export const readJobInputs = async (
  reader: Pick<Orm, "select">,
  { buildId, workerId }: { buildId: string; workerId: string },
): Promise<JobInput[]> =>
  (await readInputs(reader, buildId)).map((input) => ({
    ...toInputView(input),
    url:
      input.sha256 &&
      `/api/builds/${buildId}/inputs/${input.sha256}?workerId=${encodeURIComponent(workerId)}`,
  }));

/**
 * Input of a build as a download, for the worker that holds the build.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` if the build is not that worker's, or has ended
 */
export async function openInput(ctx: Context, { buildId, sha256, workerId }: OpenInput): Promise<Download> {
  const found = await read(ctx, async (tx) => {
    const build = await getWorkerBuild(tx, buildId, workerId);
    if (build.finishedAt) {
      throw invalidTransition(`The build has already finished with status ${build.status}.`);
    }
    const [frozen] = await tx.select().from(buildInputs).where(eq(buildInputs.buildId, buildId));
    const input = frozen?.inputs.find((candidate) => candidate.sha256 === sha256);
    if (!input) throw notFound("input");
    const look = input.type === "THEME" ? frozen?.look : null;
    return { input, look, sizeBytes: look ? Buffer.byteLength(look) : await readArchiveSize(tx, sha256) };
  });
  const { input, look, sizeBytes } = found;
  const name = `${input.slug}-${input.version}`;
  if (look) {
    const bytes = Buffer.from(look);
    return {
      fileName: `${name}.json`,
      sizeBytes,
      sha256,
      open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    };
  }
  return {
    fileName: `${name}.tar.gz`,
    sizeBytes,
    sha256,
    open: async (range) => (await openStoredArchive(sha256, range)).body,
  };
}

export const toInputView = ({ type, slug, version, sha256 }: BuildInput): BuildInputView => ({
  type: LISTING_TYPE_SEGMENTS[type],
  slug,
  version,
  sha256,
});

async function readInputs(reader: Pick<Orm, "select">, buildId: string): Promise<BuildInput[]> {
  const [frozen] = await reader
    .select({ inputs: buildInputs.inputs })
    .from(buildInputs)
    .where(eq(buildInputs.buildId, buildId));
  return frozen?.inputs ?? [];
}

function requireAvailable(slug: string, installed: VersionDescription | undefined): void {
  if (installed?.isAvailable) return;
  const version = installed ? ` ${installed.version}` : "";
  throw new AppError(
    "INPUT_UNAVAILABLE",
    `${slug}${version} was suspended or withdrawn. Install another version or uninstall it.`,
  );
}

const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");
