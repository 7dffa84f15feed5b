import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { Installation } from "@/cli/api/responses.ts";
import type { CommandContext } from "@/cli/context/context.ts";
import type { InstallationListOutput } from "@/cli/output/schemas.ts";
import { isolateName } from "@/cli/terminal/sanitize.ts";
import { resolveInstallationsPath } from "./item.ts";

interface ListOptions extends ConnectionOptions {
  app?: string;
}

/** `cli installations list`: plugins and theme of an app, or system plugins of the tenant. */
export async function run(context: CommandContext, options: ListOptions) {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const list = await api.get<InstallationListOutput>(await resolveInstallationsPath(api, options.app));
  reporter.printJson(list);
  if (list.installations.length === 0)
    return reporter.info(options.app ? "Nothing is installed." : "No system plugins are installed.");
  const rows = list.installations.map((installed) => [
    installed.name,
    installed.version,
    formatState(installed),
    installed.updates,
    installed.acceptedPermissions.join(", "),
    reporter.out.dim(`${installed.type}/${installed.slug}`),
  ]);
  reporter.printTable(COLUMNS, rows);
  for (const { name, heldBack } of list.installations) {
    if (heldBack) reporter.warn(`${isolateName(name)} ${heldBack.version} is on hold: ${heldBack.reason}`);
  }
}

const COLUMNS = [
  { title: "Name" },
  { title: "Version" },
  { title: "Status" },
  { title: "Updates", isOptional: true },
  { title: "Permissions", isOptional: true },
  { title: "Item" },
];

/** State, with the version that an update would install. */
function formatState({ state, current, heldBack }: Installation): string {
  if (!current || (state !== "UPDATE_AVAILABLE" && state !== "NEEDS_CONSENT")) return state;
  return `${state} ${current}${heldBack?.version === current ? ", on hold" : ""}`;
}
