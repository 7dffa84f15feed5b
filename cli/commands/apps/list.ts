import { listApps } from "@/cli/api/apps.ts";
import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { CommandContext } from "@/cli/context/context.ts";
import type { AppListOutput } from "@/cli/output/schemas.ts";

/** `cli apps list`: all apps of the token's tenant, by name. */
export async function run(context: CommandContext, options: ConnectionOptions) {
  const { reporter } = context;
  const apps = await listApps(createApiClient(context, options));
  reporter.printJson({ apps } satisfies AppListOutput);
  if (apps.length === 0) return reporter.info("No apps yet.");
  const rows = apps.map(({ id, slug, name, platforms }) => [
    name,
    slug,
    platforms.join(", "),
    reporter.out.dim(id),
  ]);
  reporter.printTable(COLUMNS, rows);
}

const COLUMNS = [
  { title: "Name" },
  { title: "Slug" },
  { title: "Platforms", isOptional: true },
  { title: "App" },
];
