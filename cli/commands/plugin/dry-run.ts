import type { ApiClient } from "@/cli/api/client.ts";
import { getMe, registerPlugin, submitVersion, uploadArchive } from "@/cli/api/marketplace.ts";
import type { Me } from "@/cli/api/responses.ts";
import type { CommandContext } from "@/cli/context/context.ts";
import { CliError, getErrorCode } from "@/cli/context/errors.ts";
import type { PackedProject } from "@/cli/project/pack.ts";
import { formatProgressBar } from "@/cli/terminal/spinner.ts";
import { formatBytes } from "@/shared/text/format.ts";

/** Plugin that is checked on the platform or published. */
export interface Publication extends Pick<PackedProject, "manifest" | "archive" | "changelog"> {
  api: ApiClient;
}

/** Placeholder for the ID of a plugin that is not registered yet. */
const NO_ENTITY = "00000000-0000-0000-0000-000000000000";

/** Check of the token's permission before the first request. */
export async function getPublisher(api: ApiClient): Promise<Me> {
  const me = await getMe(api);
  if (me.permissions.includes("MARKETPLACE_PUBLISH")) return me;
  throw new CliError({
    code: "PERMISSION_DENIED",
    message: "The token lacks the permission MARKETPLACE_PUBLISH.",
    hint: `Create a token with that permission at ${api.connection.baseUrl}/builder/${me.tenant.slug}/settings/tokens.`,
  });
}

/**
 * Dry run: the platform validates registration, version and archive, and changes nothing.
 * @returns whether the plugin would be registered first
 * @throws CliError for the first step that would be refused
 */
export async function runDryRun(context: CommandContext, publication: Publication): Promise<boolean> {
  const { api, manifest, changelog } = publication;
  const { entityId } = await registerPlugin(api, manifest, { isDryRun: true });
  const isNew = entityId === "";
  const submission = { manifest, entityId: entityId || NO_ENTITY, changelog };
  try {
    await submitVersion(api, submission, { isDryRun: true });
  } catch (error) {
    // The platform checks all fields before the reference. A new plugin has no versions that could conflict.
    if (!isNew || getErrorCode(error) !== "REFERENCE_NOT_FOUND") throw error;
  }
  await uploadWithProgress(context, publication, "Checking the archive", true);
  return isNew;
}

export function uploadWithProgress(
  { reporter }: CommandContext,
  { api, archive }: Publication,
  label: string,
  isDryRun: boolean,
): Promise<{ isNew: boolean }> {
  const total = archive.bytes.length;
  const spinner = reporter.startSpinner(label);
  const onProgress = (sentBytes: number) => {
    const amount = `${formatBytes(sentBytes)} of ${formatBytes(total)}`;
    spinner.update((columns) => {
      const barColumns = columns - `${label}  ${amount}`.length;
      return `${label} ${formatProgressBar(sentBytes / total, reporter.err, barColumns)} ${amount}`;
    });
  };
  return uploadArchive(api, archive, { onProgress, isDryRun }).finally(spinner.stop);
}
