import { type ApiClient, createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { SetInstallation } from "@/cli/api/responses.ts";
import { type CommandContext, canPrompt, requireYes } from "@/cli/context/context.ts";
import { CliError } from "@/cli/context/errors.ts";
import type { ItemReference } from "@/cli/definitions/installations.ts";
import { isolateName } from "@/cli/terminal/sanitize.ts";
import { describePermission } from "@/shared/permissions.ts";
import { resolveInstallationPath } from "./item.ts";

interface InstallOptions extends ConnectionOptions {
  app?: string;
  updates?: string;
  acceptPermissions?: string[];
  yes?: boolean;
}

const CANCELED = "Canceled. Nothing was installed.";

/**
 * `cli install`: installs an item, or changes its version or update policy. The platform says which permissions lack
 * consent and whether the version that is named was rolled back or is on hold. A person is asked about both; without one,
 * permissions are accepted by an option, and warnings are printed.
 */
export async function run(context: CommandContext, item: ItemReference, options: InstallOptions) {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const path = await resolveInstallationPath(api, item, options.app);
  let accepted = options.acceptPermissions ?? [];
  const put = (query: string) =>
    api.request<SetInstallation>({
      method: "PUT",
      path: path + query,
      json: {
        ...(item.version && { version: item.version }),
        ...(options.updates && { updates: options.updates }),
        acceptPermissions: accepted,
      },
    });
  const putWithConsent = (query = "") =>
    put(query).catch(async (error: unknown) => {
      const missing = await findMissingPermissions(api, item, error);
      await requireConsent(context, item, missing, options);
      accepted = [...accepted, ...missing];
      return put(query);
    });
  // Only a version that is named can have warnings. The dry run asks before anything is installed.
  const asks = item.version !== null && !options.yes && canPrompt(context);
  if (asks) await confirmWarnings(context, (await putWithConsent("?dryRun=true")).body);
  const { body } = await putWithConsent();
  const { name, version, updates, warnings = [] } = body;
  if (!asks) for (const { message } of warnings) reporter.warn(message);
  const { dim, green } = reporter.out;
  reporter.printJson(body);
  reporter.print(
    `${green("✓")} ${isolateName(name)} ${version} installed. ${dim(`${item.type}/${item.slug}, updates ${updates}`)}`,
  );
}

/** @throws CliError unless there are no warnings, or the person installs the version all the same */
async function confirmWarnings(
  context: CommandContext,
  { name, version, warnings = [] }: SetInstallation,
): Promise<void> {
  if (warnings.length === 0) return;
  for (const { message } of warnings) context.reporter.warn(message);
  await requireYes(context, `Install ${isolateName(name)} ${version} anyway?`, {
    message: CANCELED,
    hint: "Run it without a version to install another one.",
  });
}

/** Permissions of the version that the error names as not accepted. Rethrows every other error. */
async function findMissingPermissions(
  api: ApiClient,
  { type, slug, version }: ItemReference,
  error: unknown,
): Promise<string[]> {
  if (!(error instanceof CliError) || error.details.code !== "PERMISSIONS_NOT_ACCEPTED") throw error;
  const { version: current, versions } = await api.get<{
    version: string;
    versions: { version: string; permissions: string[] }[];
  }>(`/api/marketplace/items/${type}/${slug}`);
  const requested = versions.find((one) => one.version === (version ?? current))?.permissions ?? [];
  const messages = (error.details.diagnostics ?? []).map(({ message }) => message);
  const missing = requested.filter((name) => messages.some((message) => message.includes(`"${name}"`)));
  if (missing.length === 0) throw error;
  return missing;
}

/** @throws CliError without consent */
async function requireConsent(
  context: CommandContext,
  { type, slug }: ItemReference,
  missing: string[],
  { yes = false }: InstallOptions,
): Promise<void> {
  const { reporter } = context;
  if (yes) return;
  if (!canPrompt(context)) {
    throw new CliError({
      code: "PERMISSIONS_NOT_ACCEPTED",
      message: `${type}/${slug} requests permissions that are not accepted.`,
      hint: `Add --accept-permissions ${missing.join(",")}, or --yes to accept all.`,
      diagnostics: missing.map((name) => ({
        path: name,
        message: describePermission(name) ?? "Explained by its publisher",
      })),
    });
  }
  reporter.log(`${type}/${slug} requests:`);
  for (const name of missing) {
    const words = describePermission(name);
    reporter.log(`  ${words ? `${words} ${reporter.err.dim(name)}` : name}`);
  }
  await requireYes(context, "Accept these permissions?", {
    message: CANCELED,
    hint: "Run it again to accept.",
  });
}
