import { resolveAppPath } from "@/cli/api/apps.ts";
import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { CommandContext, CommandResult } from "@/cli/context/context.ts";
import { queueBuild } from "./queue.ts";
import type { WaitOptions } from "./wait.ts";

interface CreateOptions extends ConnectionOptions, WaitOptions {
  app: string;
  platform: string;
  appVersion: string;
  gitRef?: string;
  gitCommit?: string;
  commitMessage?: string;
}

/** `cli builds create`: queues a build of an app. */
export async function run(context: CommandContext, options: CreateOptions): CommandResult {
  const { app, platform, appVersion, gitRef, gitCommit, commitMessage } = options;
  const api = createApiClient(context, options);
  const path = `${await resolveAppPath(api, app)}/builds`;
  const json = { platform, version: appVersion, gitRef, gitCommit, commitMessage };
  return queueBuild(context, api, { path, json }, options);
}
