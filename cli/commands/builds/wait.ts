import { getBuild } from "@/cli/api/builds.ts";
import type { ApiClient } from "@/cli/api/client.ts";
import { poll } from "@/cli/api/poll.ts";
import type { Build } from "@/cli/api/responses.ts";
import type { CommandContext } from "@/cli/context/context.ts";
import { EXIT, type ExitCode } from "@/cli/context/errors.ts";
import {
  formatBuildDuration,
  formatBuildSize,
  formatBuildStatus,
  formatLogTail,
} from "@/cli/output/build.ts";
import { type Field, formatFields } from "@/cli/terminal/table.ts";

export interface WaitOptions {
  wait?: boolean;
  /** Default: unlimited. */
  timeout?: number;
}

/** Polls a build until it ends. @returns its last state, still unfinished after the timeout */
export async function waitForBuild(
  context: CommandContext,
  api: ApiClient,
  initial: Build,
  timeoutMs: number | undefined,
): Promise<Build> {
  const { reporter, now } = context;
  if (isFinished(initial)) return initial;
  const format = (build: Build) => `Build ${build.number} ${formatBuildStatus(build, reporter.err)}`;
  return poll(context, initial, {
    load: () => getBuild(api, initial.id),
    isDone: isFinished,
    timeoutMs,
    label: `Build ${initial.number}`,
    formatProgress: (state) => `${format(state)} ${formatBuildDuration(state, now())}`,
    getChange: (state) => ({ key: format(state), line: format(state) }),
    interrupted: {
      message: "Stopped watching. The build continues.",
      hint: `Resume: cli builds watch ${initial.id}`,
    },
  });
}

/** Prints a build, with the end of its error log if it failed. */
export function printBuild({ reporter, now }: CommandContext, build: Build): void {
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
  reporter.printJson(build);
  reporter.print(`${bold(`Build ${build.number}`)} ${dim(build.platform)}\n\n${formatFields(fields, dim)}`);
  if (build.status === "FAILED" && build.errorLog) {
    reporter.print(`\n${dim("Error log (end):")}\n${formatLogTail(build.errorLog)}`);
  }
}

export function exitCodeOf(build: Build): ExitCode {
  if (!isFinished(build)) return EXIT.pending;
  return build.status === "FAILED" ? EXIT.failure : EXIT.success;
}

const isFinished = ({ status }: Build): boolean => status === "COMPLETED" || status === "FAILED";
