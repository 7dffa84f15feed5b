import { getBuild, getBuildPath } from "@/cli/api/builds.ts";
import { type ApiClient, createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { Build } from "@/cli/api/responses.ts";
import type { CommandContext } from "@/cli/context/context.ts";
import { getErrorCode } from "@/cli/context/errors.ts";

/** `cli builds cancel`: cancels a queued or running build. */
export async function run(context: CommandContext, buildId: string, options: ConnectionOptions) {
  const { reporter } = context;
  const build = await cancel(createApiClient(context, options), buildId);
  const { dim, green } = reporter.out;
  reporter.printJson(build);
  reporter.print(`${green("✓")} Build ${build.number} canceled. ${dim(build.id)}`);
}

/** Idempotent: a build that is already cancelled, perhaps by a lost response, is a success. */
async function cancel(api: ApiClient, buildId: string): Promise<Build> {
  try {
    return (await api.request<Build>({ method: "POST", path: `${getBuildPath(buildId)}/cancel` })).body;
  } catch (error) {
    const isRefused = getErrorCode(error) === "INVALID_TRANSITION";
    const build = isRefused ? await getBuild(api, buildId) : null;
    if (build?.failure?.summary === CANCELLED) return build;
    throw error;
  }
}

/** Reason of a cancelled build. */
const CANCELLED = "cancelled";
