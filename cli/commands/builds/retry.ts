import { getBuildPath } from "@/cli/api/builds.ts";
import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { CommandContext, CommandResult } from "@/cli/context/context.ts";
import { queueBuild } from "./create.ts";
import type { WaitOptions } from "./wait.ts";

/** `cli builds retry`: queues a failed build again. */
export async function run(
  context: CommandContext,
  buildId: string,
  options: ConnectionOptions & WaitOptions,
): CommandResult {
  const path = `${getBuildPath(buildId)}/retry`;
  return queueBuild(context, createApiClient(context, options), { path }, options);
}
