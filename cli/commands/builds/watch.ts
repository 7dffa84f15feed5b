import { getBuild } from "@/cli/api/builds.ts";
import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { CommandContext, CommandResult } from "@/cli/context/context.ts";
import { exitCodeOf, printBuild, waitForBuild } from "./wait.ts";

interface WatchOptions extends ConnectionOptions {
  timeout?: number;
}

/** `cli builds watch`: polls a build until it ends. The exit code is that of the build. */
export async function run(context: CommandContext, buildId: string, options: WatchOptions): CommandResult {
  const api = createApiClient(context, options);
  const build = await waitForBuild(context, api, await getBuild(api, buildId), options.timeout);
  printBuild(context, build);
  return exitCodeOf(build);
}
