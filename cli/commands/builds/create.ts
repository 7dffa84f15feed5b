import { randomUUID } from "node:crypto";
import { resolveAppPath } from "@/cli/api/apps.ts";
import { type ApiClient, createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { QueuedBuild } from "@/cli/api/responses.ts";
import type { CommandContext, CommandResult } from "@/cli/context/context.ts";
import { EXIT } from "@/cli/context/errors.ts";
import { exitCodeOf, printBuild, type WaitOptions, waitForBuild } from "./wait.ts";

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

/** Queues a build with an idempotency key, which makes retries safe, and waits for it with `--wait`. */
export async function queueBuild(
  context: CommandContext,
  api: ApiClient,
  request: { path: string; json?: unknown },
  { wait, timeout }: WaitOptions,
): CommandResult {
  const headers = { "Idempotency-Key": randomUUID() };
  const { body: queued } = await api.request<QueuedBuild>({ method: "POST", ...request, headers });
  for (const { message } of queued.warnings ?? []) context.reporter.warn(message);
  if (!wait) {
    printBuild(context, queued);
    context.reporter.info(`Follow: cli builds watch ${queued.id}`);
    return EXIT.success;
  }
  const build = await waitForBuild(context, api, queued, timeout);
  printBuild(context, build);
  return exitCodeOf(build);
}
