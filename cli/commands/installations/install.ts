import { type ApiClient, createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { Installation } from "@/cli/api/responses.ts";
import type { CommandContext, CommandResult } from "@/cli/context/context.ts";
import { CliError, EXIT, interruptedError } from "@/cli/context/errors.ts";
import type { ItemReference } from "@/cli/definitions/installations.ts";
import { describePermission } from "@/shared/permissions.ts";
import { canPrompt, resolveInstallationPath } from "./item.ts";

interface InstallOptions extends ConnectionOptions {
  app?: string;
  updates?: string;
  acceptPermissions?: string[];
  yes?: boolean;
}

/**
 * `cli install`: installs an item, or changes its version or update policy. The platform says which permissions lack
 * consent; those are asked for, or accepted by an option.
 */
export async function run(
  context: CommandContext,
  item: ItemReference,
  options: InstallOptions,
): CommandResult {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const path = await resolveInstallationPath(api, item, options.app);
  const put = (acceptPermissions: string[]) =>
    api.request<Installation>({
      method: "PUT",
      path,
      json: {
        ...(item.version && { version: item.version }),
        ...(options.updates && { updates: options.updates }),
        acceptPermissions,
      },
    });
  const accepted = options.acceptPermissions ?? [];
  const response = await put(accepted).catch(async (error: unknown) => {
    const missing = await findMissingPermissions(api, item, error);
    await requireConsent(context, item, missing, options);
    return put([...accepted, ...missing]);
  });
  const { name, version, updates } = response.body;
  const { dim, green } = reporter.out;
  reporter.printJson(response.body);
  reporter.print(
    `${green("✓")} ${name} ${version} installed. ${dim(`${item.type}/${item.slug}, updates ${updates}`)}`,
  );
  return EXIT.success;
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
  const { reporter, stdin, stderr } = context;
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
  const { confirm } = await import("@clack/prompts");
  const answer = await confirm({
    message: "Accept these permissions?",
    initialValue: false,
    input: stdin,
    output: stderr,
  });
  if (answer !== true) throw interruptedError("Canceled. Nothing was installed.", "Run it again to accept.");
}
