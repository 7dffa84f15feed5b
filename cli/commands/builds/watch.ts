import { createApiClient } from "../../api/client.ts";
import type { ConnectionOptions } from "../../api/connection.ts";
import { poll } from "../../api/poll.ts";
import type { Build } from "../../api/responses.ts";
import type { CommandContext, CommandResult } from "../../context/context.ts";
import { EXIT } from "../../context/errors.ts";
import {
  formatBuildDuration,
  formatBuildSize,
  formatBuildStatus,
  formatLogTail,
} from "../../output/build.ts";
import { type Field, formatFields } from "../../terminal/table.ts";

interface WatchOptions extends ConnectionOptions {
  timeout?: number;
}

/** `cli builds watch`: polls a build until it ends. The exit code is that of the build. */
export async function run(context: CommandContext, buildId: string, options: WatchOptions): CommandResult {
  const { reporter, now } = context;
  const api = createApiClient(context, options);
  const load = () => api.get<Build>(`/api/builds/${encodeURIComponent(buildId)}`);
  const initial = await load();
  const format = (build: Build) => `Build ${build.number} ${formatBuildStatus(build, reporter.err)}`;
  const build = isFinished(initial)
    ? initial
    : await poll(context, initial, {
        load,
        isDone: isFinished,
        timeoutMs: options.timeout,
        label: `Build ${initial.number}`,
        formatProgress: (state) => `${format(state)} ${formatBuildDuration(state, now())}`,
        getChange: (state) => ({ key: format(state), line: format(state) }),
        interrupted: {
          message: "Stopped watching. The build continues.",
          hint: `Resume: cli builds watch ${initial.id}`,
        },
      });
  reporter.printJson(build);
  reporter.print(formatBuild(build, context));
  if (build.status === "FAILED" && build.errorLog) {
    reporter.print(`\n${reporter.out.dim("Error log (end):")}\n${formatLogTail(build.errorLog)}`);
  }
  if (!isFinished(build)) return EXIT.pending;
  return build.status === "FAILED" ? EXIT.failure : EXIT.success;
}

const isFinished = ({ status }: Build): boolean => status === "COMPLETED" || status === "FAILED";

function formatBuild(build: Build, { reporter, now }: CommandContext): string {
  const { bold, dim } = reporter.out;
  const fields: Field[] = [
    ["Status", formatBuildStatus(build, reporter.out)],
    ["Reason", build.failure?.summary],
    ["Version", build.version],
    ["Duration", formatBuildDuration(build, now())],
    ["Size", formatBuildSize(build)],
    ["Artifact", build.artifactPath],
    ["Build", build.id],
  ];
  return `${bold(`Build ${build.number}`)} ${dim(build.platform)}\n\n${formatFields(fields, dim)}`;
}
