import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import { findReview, getListing, registerPlugin, submitVersion } from "@/cli/api/marketplace.ts";
import type { Listing, Me } from "@/cli/api/responses.ts";
import { type CommandContext, type CommandResult, withInterruptMessage } from "@/cli/context/context.ts";
import { EXIT } from "@/cli/context/errors.ts";
import { formatListing, formatListingStatus } from "@/cli/output/listing.ts";
import type { DryRunOutput, PublishOutput } from "@/cli/output/schemas.ts";
import { type PackedProject, packProject, writeArchive } from "@/cli/project/pack.ts";
import { formatPlugin, toPluginOutput } from "@/cli/project/project.ts";
import { formatFileSize } from "@/cli/terminal/format.ts";
import { formatBytes } from "@/shared/text/format.ts";
import { EXIT_CODES, type WaitOptions, waitForDecision } from "../listing/status.ts";
import type { PackOptions } from "./build.ts";
import { type Publication as Checked, getPublisher, runDryRun, uploadWithProgress } from "./dry-run.ts";

interface PublishOptions extends ConnectionOptions, WaitOptions, PackOptions {
  dryRun?: true;
}

/** Plugin that is being published. */
interface Publication extends PackedProject, Checked {
  me: Me;
}

const RESUME_HINT = "Run the command again to continue.";

/**
 * `cli plugin publish`: validates and packs a plugin, registers it, uploads the archive and submits the version. Each step
 * is idempotent, so the same command resumes after an interruption.
 */
export async function run(context: CommandContext, folder: string, options: PublishOptions): CommandResult {
  const api = createApiClient(context, options);
  const { allowSecrets } = options;
  const packed = await packProject(context, folder, { allowSecrets, token: api.connection.token });
  const { manifest, archive, changelog, warnings } = packed;
  if (changelog === null) {
    const message = `has no section for ${manifest.version}; reviewers and users won't see what changed`;
    context.reporter.warn(`CHANGELOG.md ${message}`);
    warnings.push({ path: "CHANGELOG.md", message });
  }
  const me = await getPublisher(api);
  const publication = { ...packed, api, me };
  if (options.dryRun) return dryRun(context, publication);
  writeArchive(context, packed);
  const entityId = await withInterruptMessage(context, registerAndUpload(context, publication), {
    message: "Stopped. The version was not submitted.",
    hint: RESUME_HINT,
  });
  const submission = { manifest, entityId, changelog, archiveSha256: archive.sha256 };
  const { listing, isReplayed } = await withInterruptMessage(context, submitVersion(api, submission), {
    message: "Stopped during submission. The version may already be pending approval.",
    hint: RESUME_HINT,
  });
  return reportListing(context, publication, listing, isReplayed, options);
}

/** @returns the plugin's id on the platform */
async function registerAndUpload(context: CommandContext, publication: Publication): Promise<string> {
  const { reporter } = context;
  const { api, manifest, me, archive } = publication;
  const { entityId, isNew } = await registerPlugin(api, manifest);
  if (isNew) reporter.success(`Registered ${manifest.slug} for ${me.tenant.name}`);
  const uploaded = await uploadWithProgress(context, publication, "Uploading", false);
  const size = formatBytes(archive.bytes.length);
  reporter.success(uploaded.isNew ? `Uploaded ${size}` : `Archive already uploaded (${size})`);
  return entityId;
}

/** Prints the submitted listing; with `--wait` after its decision. */
async function reportListing(
  context: CommandContext,
  { api, archive, path, me }: Publication,
  submitted: Listing,
  isReplayed: boolean,
  options: PublishOptions,
): CommandResult {
  const { reporter } = context;
  // A replayed response is that of the first request; the listing may have changed since.
  const current = isReplayed ? await getListing(api, submitted.id) : submitted;
  reporter.success(
    isReplayed ? "This version was already submitted" : `Submitted ${current.slug} ${current.version}`,
  );
  const listing = options.wait ? await waitForDecision(context, api, current, options) : current;
  const isPending = listing.status === "PENDING_APPROVAL";
  reporter.printJson({
    ...listing,
    archive: { path, sha256: archive.sha256, sizeBytes: archive.bytes.length },
    replayed: isReplayed,
  } satisfies PublishOutput);
  const review = isPending ? null : await findReview(api, listing.id);
  const page = { baseUrl: api.connection.baseUrl, tenantSlug: me.tenant.slug };
  reporter.print(formatListing(listing, review, page, reporter.out));
  if (!isPending && listing.status !== "APPROVED") {
    reporter.info(`${formatListingStatus(listing)}. Increase "version" in plugin.json to submit again.`);
  }
  if (options.wait || (isReplayed && !isPending)) return EXIT_CODES[listing.status];
  return EXIT.success;
}

/** `--dry-run`: the platform validates the version and its archive and changes nothing. */
async function dryRun(context: CommandContext, publication: Publication): CommandResult {
  const { reporter } = context;
  const { manifest, archive, warnings } = publication;
  const isNew = await runDryRun(context, publication);
  const { bytes, sha256, files } = archive;
  reporter.printJson({
    dryRun: true,
    plugin: toPluginOutput(manifest),
    archive: { sha256, sizeBytes: bytes.length, fileCount: files.length },
    registers: isNew,
    warnings,
  } satisfies DryRunOutput);
  const size = formatFileSize(files.length, bytes.length);
  reporter.print(`${reporter.out.green("✓")} ${formatPlugin(manifest)} is ready to submit (${size}).`);
  if (isNew) reporter.print(`  ${manifest.slug} is new and will be registered.`);
  reporter.info("  Dry run. Nothing was submitted.");
  return EXIT.success;
}
