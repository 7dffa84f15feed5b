import { createApiClient } from "../../api/client.ts";
import type { ConnectionOptions } from "../../api/connection.ts";
import { poll } from "../../api/poll.ts";
import type { Build } from "../../api/responses.ts";
import { type CommandContext, type CommandResult, withInterruptMessage } from "../../context/context.ts";
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
  const { reporter } = context;
  const api = createApiClient(context, options);
  const path = `/api/builds/${encodeURIComponent(buildId)}`;
  const load = async () => (await api.request<Build>({ method: "GET", path })).body;
  const initial = await load();
  const build = isFinished(initial) ? initial : await watch(context, initial, load, options.timeout ?? null);
  reporter.printJson(build);
  reporter.print(formatBuild(build, context));
  if (build.status === "FAILED" && build.errorLog) {
    reporter.print(`\n${reporter.out.dim("The end of its error log:")}\n${formatLogTail(build.errorLog)}`);
  }
  if (!isFinished(build)) return EXIT.pending;
  return build.status === "FAILED" ? EXIT.failure : EXIT.success;
}

async function watch(
  context: CommandContext,
  initial: Build,
  load: () => Promise<Build>,
  timeoutMs: number | null,
): Promise<Build> {
  const { reporter, stderr, now } = context;
  const spinner = reporter.startSpinner(`Build ${initial.number}`);
  let lastStatus = "";
  const polling = poll(context, initial, {
    load,
    isDone: isFinished,
    onState: (build) => {
      const status = formatBuildStatus(build, reporter.err);
      spinner.update(() => `Build ${build.number} ${status} ${formatBuildDuration(build, now())}`);
      if (!stderr.isTTY && status !== lastStatus) reporter.info(`Build ${build.number} ${status}`);
      lastStatus = status;
    },
    timeoutMs,
  });
  return withInterruptMessage(context, polling.finally(spinner.stop), {
    message: "Stopped following the build; it goes on by itself.",
    hint: `Look again: cli builds watch ${initial.id}`,
  });
}

const isFinished = ({ status }: Build): boolean => status === "COMPLETED" || status === "FAILED";

function formatBuild(build: Build, { reporter, now }: CommandContext): string {
  const { bold, dim } = reporter.out;
  const fields: Field[] = [
    ["State", formatBuildStatus(build, reporter.out)],
    ["Version", build.version],
    ["Took", formatBuildDuration(build, now())],
    ["Size", formatBuildSize(build)],
    ["Artifact", build.artifactPath ?? ""],
    ["Build", build.id],
  ];
  const present = fields.filter(([, value]) => value !== "");
  return `${bold(`Build ${build.number}`)} ${dim(build.platform)}\n\n${formatFields(present, dim)}`;
}
