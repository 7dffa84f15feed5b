import { resolveAppPath } from "@/cli/api/apps.ts";
import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { Build, BuildPage } from "@/cli/api/responses.ts";
import type { CommandContext } from "@/cli/context/context.ts";
import { formatBuildDuration, formatBuildSize, formatBuildStatus } from "@/cli/output/build.ts";
import { formatAge, formatInstant } from "@/cli/terminal/format.ts";
import { formatCount } from "@/shared/text/format.ts";
import { truncate } from "@/shared/text/truncate.ts";

interface ListOptions extends ConnectionOptions {
  app: string;
  status?: string[];
  platform?: string[];
  limit: number;
}

/** `cli builds list`: builds of an app, newest first. */
export async function run(context: CommandContext, options: ListOptions) {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const query = new URLSearchParams({ limit: String(options.limit) });
  for (const status of options.status ?? []) query.append("status", status);
  for (const platform of options.platform ?? []) query.append("platform", platform);
  const page = await api.get<BuildPage>(`${await resolveAppPath(api, options.app)}/builds?${query}`);
  reporter.printJson(page);
  if (page.builds.length === 0)
    return reporter.info(query.size > 1 ? "No matching builds." : "No builds yet.");
  printBuilds(page.builds, context);
  if (page.nextCursor) {
    const shown = formatCount(page.builds.length, "build");
    reporter.info(`Only the newest ${shown}. Up to ${MAX_LIMIT} with --limit ${MAX_LIMIT}.`);
  }
}

const MAX_LIMIT = 100;
const MAX_REASON_LENGTH = 60;

const COLUMNS = [
  { title: "#", isRight: true },
  { title: "Platform" },
  { title: "Version" },
  { title: "Status" },
  { title: "Duration", isRight: true },
  { title: "Size", isRight: true, isOptional: true },
  { title: "Created", isOptional: true },
  { title: "Reason", isOptional: true },
  { title: "Build" },
];

function printBuilds(builds: Build[], { reporter, now }: CommandContext): void {
  const { out, isInteractive } = reporter;
  const rows = builds.map((build) => [
    String(build.number),
    build.platform,
    build.version,
    formatBuildStatus(build, out),
    formatBuildDuration(build, now()),
    formatBuildSize(build),
    // Relative for people, exact for programs.
    isInteractive ? formatAge(build.createdAt, now()) : formatInstant(build.createdAt),
    truncate(build.failure?.summary ?? "", MAX_REASON_LENGTH),
    out.dim(build.id),
  ]);
  reporter.printTable(COLUMNS, rows);
}
