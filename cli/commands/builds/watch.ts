import type { AccessOptions } from "../../api/access.ts";
import type { Build } from "../../api/views.ts";
import { EXIT, type ExitCode } from "../../failure.ts";
import { openApi, type Session, unlessStopped, type Work } from "../../session.ts";
import { formatFacts } from "../../terminal/table.ts";
import { poll } from "../polling.ts";
import { durationOf, lastLines, paintStatus, sizeOf } from "./describe.ts";

export interface WatchOptions extends AccessOptions {
  timeout?: number;
}

/** Follows a build until it ends; ends with `EXIT.failed` when the build failed. */
export async function watchBuild(session: Session, buildId: string, options: WatchOptions): Work {
  const { reporter } = session;
  const api = openApi(session, options);
  const path = `/api/builds/${encodeURIComponent(buildId)}`;
  const read = async () => (await api.call<Build>({ method: "GET", path })).body;
  const first = await read();
  const build = isOver(first) ? first : await follow(session, first, read, options.timeout ?? null);
  reporter.document(build);
  reporter.print(formatBuild(build, session));
  if (build.status === "FAILED" && build.errorLog) {
    reporter.print(`\n${reporter.out.dim("The end of its error log:")}\n${lastLines(build.errorLog)}`);
  }
  return outcomeOf(build);
}

async function follow(
  session: Session,
  first: Build,
  read: () => Promise<Build>,
  timeoutMs: number | null,
): Promise<Build> {
  const { reporter } = session;
  const activity = reporter.start(`Build ${first.number}`);
  let shown = "";
  const following = poll(session, first, {
    read,
    isOver,
    onState: (build) => {
      const state = paintStatus(build, reporter.err);
      activity.update(() => `Build ${build.number} ${state} ${durationOf(build, session.now())}`);
      if (!session.stderr.isTTY && state !== shown) reporter.note(`Build ${build.number} ${state}`);
      shown = state;
    },
    timeoutMs,
  });
  return unlessStopped(session, following.finally(activity.clear), {
    message: "Stopped following the build; it goes on by itself.",
    hint: `Look again: cli builds watch ${first.id}`,
  });
}

const isOver = ({ status }: Build): boolean => status === "COMPLETED" || status === "FAILED";

function outcomeOf(build: Build): ExitCode {
  if (!isOver(build)) return EXIT.stillPending;
  return build.status === "FAILED" ? EXIT.failed : EXIT.done;
}

function formatBuild(build: Build, { reporter, now }: Session): string {
  const { bold, dim } = reporter.out;
  const facts: [string, string][] = [
    ["State", paintStatus(build, reporter.out)],
    ["Version", build.version],
    ["Took", durationOf(build, now())],
    ["Size", sizeOf(build)],
    ["Artifact", build.artifactPath ?? ""],
    ["Build", build.id],
  ];
  const known = facts.filter(([, value]) => value !== "");
  return `${bold(`Build ${build.number}`)} ${dim(build.platform)}\n\n${formatFacts(known, dim)}`;
}
