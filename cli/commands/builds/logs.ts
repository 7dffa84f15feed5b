import { getBuild, readLog } from "@/cli/api/builds.ts";
import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import { type CommandContext, type CommandResult, withInterruptMessage } from "@/cli/context/context.ts";
import { EXIT } from "@/cli/context/errors.ts";
import { formatBuildStatus, formatLog } from "@/cli/output/build.ts";
import type { BuildLogsOutput } from "@/cli/output/schemas.ts";
import { exitCodeOf } from "./wait.ts";

interface LogsOptions extends ConnectionOptions {
  follow?: boolean;
}

const FOLLOW_INTERVAL_MS = 2_000;

/** `cli builds logs`: the log of a build. With `--follow`, until it is closed; the exit code is that of the build. */
export async function run(context: CommandContext, buildId: string, options: LogsOptions): CommandResult {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const log: BuildLogsOutput = { buildId, log: "", open: true };
  const printed = printLog(context, {
    read: (start) => readLog(api, buildId, start),
    isFollowed: options.follow ?? false,
    onText: (text) => {
      log.log += text;
    },
  });
  const hint = `Resume: cli builds logs ${buildId} --follow`;
  const { isClosed } = await withInterruptMessage(context, printed, {
    message: "Stopped following. The build continues.",
    hint,
  });
  log.open = !isClosed;
  reporter.printJson(log);
  if (!options.follow) {
    if (log.log === "") reporter.info(isClosed ? "The build has no log." : "No output yet.");
    if (!isClosed) reporter.info(`The log may grow. Follow it: cli builds logs ${buildId} --follow`);
    return EXIT.success;
  }
  const build = await getBuild(api, buildId);
  const reason = build.failure ? `: ${build.failure.summary}` : "";
  reporter.info(`Build ${build.number} ${formatBuildStatus(build, reporter.err)}${reason}`);
  return exitCodeOf(build);
}

interface LogReading {
  read: (start: number) => ReturnType<typeof readLog>;
  isFollowed: boolean;
  onText: (text: string) => void;
}

/** Printer of a log, line by line, as a terminal shows it. An incomplete line waits for the next part. */
async function printLog(
  { reporter, delay, outputClosed }: CommandContext,
  { read, isFollowed, onText }: LogReading,
): Promise<{ isClosed: boolean }> {
  let start = 0;
  let line = "";
  for (;;) {
    const part = await read(start);
    start = part.end;
    onText(part.text);
    const text = line + part.text;
    const isLast = !isFollowed || (part.isClosed && part.text === "") || outputClosed.aborted;
    const end = isLast ? text.length : text.lastIndexOf("\n") + 1;
    const lines = end > 0 ? formatLog(text.slice(0, end)) : [];
    if (lines.length > 0) reporter.print(lines.join("\n"));
    line = text.slice(end);
    if (isLast) return { isClosed: part.isClosed };
    if (part.text === "") await delay(FOLLOW_INTERVAL_MS, outputClosed);
  }
}
