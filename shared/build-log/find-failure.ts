import { firstCharacters } from "@/shared/text/truncate.ts";
import {
  findLocation,
  findTarget,
  MAX_FAILURE_SUMMARY_LENGTH,
  toFingerprint,
  toMessage,
} from "./failure-message.ts";
import { type LogTool, RANK } from "./formats.ts";
import { MAX_LINE_LENGTH, mayReportError, rankLine, withoutPrefix } from "./rank-lines.ts";
import { renderTerminal, showBidiControls } from "./terminal.ts";

/** Reason for which a build failed. */
export interface BuildFailure {
  /** Line of the error log that says why, without timestamp; its message alone if it is too long. */
  summary: string;
  /** Number of the line in the error log, from 1. */
  line: number;
  /** Program that printed it, as far as its format tells. */
  tool: string | null;
  /** Task, phase or group in which it was printed. */
  step: string | null;
  /** Source location, such as `ui/Home.kt:12:5`. */
  file: string | null;
  /** Message without locations, numbers and names of machines: equal for failures of one kind. */
  fingerprint: string;
}

/** Time before and after a failure in which others count as like it. */
export const SIMILAR_WINDOW_MS = 24 * 3_600_000;
/** Builds up to which similar failures are counted. */
export const MAX_SIMILAR_BUILDS = 1_000;

/** Advantage of a line printed by the task that Gradle reports as failed. */
const FAILED_TASK_BONUS = 4;

/** Causes in Gradle's report that only point at the output above, or at a nested cause. */
const GRADLE_POINTER =
  /^(?:A failure occurred while|There was a failure while|Multiple task action failures|Compilation (?:failed|error)|Could not resolve all |Lint found|Android resource (?:linking|compilation) failed|Resource compilation failed\. Check|Process '|There were failing tests|Build command failed|Error while executing process|startup failed|java\.lang\.reflect\.InvocationTargetException|com\.android\.ide\.common\.process\.ProcessException|\(No message|\[CXX1429\]|A problem occurred (?:configuring|evaluating)|Failed to notify|null$|Internal compiler error)/;

/** Lines that name the step of what follows: Gradle, GitHub Actions, fastlane, Buildkite, Xcode. */
const STEP_FORMATS = [
  /^> Task (:\S{1,200})/,
  /^(?:::group::|##\[group\])(.{1,100})/,
  /^--- Step: (.{1,80}) ---$/,
  /^(?:---|\+\+\+|~~~) (?!FAIL|PASS|Step:)([^-\s].{0,99})$/,
  /^(?:CompileSwift|SwiftCompile|CompileC|Ld|CodeSign|PhaseScriptExecution|CompileAssetCatalog|ProcessInfoPlistFile)\b.{1,1500}\(in target '([^']{1,100})'/,
];
const PHASE_NAME = /^\[(PREBUILD|[A-Z]{2,30}(?:_[A-Z]{2,30}){1,4})\] /;

/** Steps that run one after another: what a later one outlived did not end the build. Tasks of Gradle and Xcode run at once. */
const SEQUENTIAL_STEPS = [
  ...STEP_FORMATS.slice(1, 4),
  /^Executing "(\w{1,60})" stage of the job script/,
  /^Running (?:global |local |plugin )?((?:after_script|pre-exit|post-command)\b.{0,60})$/,
  /^(Uploading artifacts for failed job|Cleaning up project directory.{0,60}|Post job cleanup\.|Cleaning up orphan processes)$/,
];
/** Steps that also run after a failure. */
const CLEANUP_STEP =
  /^(?:Post |Cleaning up|Clean ?up|Uploading artifacts|after_script|pre-exit|post-command|(?:Run(?:ning)? )?(?:global |local |plugin )?(?:pre-exit|post-command)|Run actions\/(?:upload-artifact|cache))/i;
/** A command that a shell or a package manager prints before it runs it. */
const COMMAND_ECHO = /^(?:\$ \S|\+{1,4} \S|> @?[^\s@]{1,200}@\d\S{0,80} )/;
/** Success of a whole run of a tool. */
const RUN_SUCCEEDED =
  /^(?:BUILD SUCCESSFUL\b|\*\* [A-Z ]{1,40} SUCCEEDED \*\*|(?:Pod installation|Bundle) complete|added \d{1,7} packages?|up to date\b|✨ {1,2}Done in|➤ YN0000: (?:· )?Done\b|Successfully )/i;

/**
 * Reason in the lines of a log without escape sequences: the first of the lines with the highest rank in the last step that
 * reports an error. Null if no line suggests an error. One rule for every place that shows a reason.
 */
export function findFailure(lines: readonly string[]): BuildFailure | null {
  const best = findBestLine(lines);
  if (!best) return null;
  const after = REASON_FOLLOWS.test(best.text) ? lines.slice(best.index + 1, best.index + 3) : [];
  const next = after.find((line) => line.trim() !== "");
  const reason = next && !isWrapper(next) ? ` ${withoutPrefix(next).trim()}` : "";
  const tool = best.tool === "CocoaPods" && usesFastlane(lines, best.index) ? "fastlane" : best.tool;
  const step = best.step ?? findStep(lines, best.index);
  return toFailure(`${best.text.trim()}${reason}`, best.index + 1, { tool, step });
}

/** Lines that only say that something failed continue no other. */
function isWrapper(line: string): boolean {
  const { rank } = rankLine(line);
  return rank >= RANK.banner && rank < RANK.error - OUTLIVED_PENALTY + RANK.hint;
}

/** Reason in a log as it was printed. */
export const findFailureInLog = (log: string): BuildFailure | null =>
  findFailure(renderTerminal(log).map(({ text }) => text));

/** Reason given by the platform or a person, which became the last line of the error log. */
export function toFailure(printed: string, line: number, context: Partial<BuildFailure> = {}): BuildFailure {
  const text = showBidiControls(printed);
  const file = findLocation(text);
  const message = toMessage(text);
  const summary = text.length > MAX_FAILURE_SUMMARY_LENGTH && file ? message : text;
  return {
    tool: null,
    ...context,
    step: context.step ? showBidiControls(context.step) : findTarget(text),
    summary: firstCharacters(summary.trim(), MAX_FAILURE_SUMMARY_LENGTH),
    line,
    file: file && firstCharacters(file, MAX_FAILURE_SUMMARY_LENGTH),
    fingerprint: toFingerprint(message),
  };
}

/** The reason, or what it is about, is on the line after, which may be an empty one. */
const REASON_FOLLOWS = /[:：]$| oder$|^\s{0,40}● Test suite failed to run$/;
const XCODE_COMMAND = /^\s{0,40}(?:error: )?Command \w{1,60} failed with a nonzero exit code/;

interface Candidate {
  rank: number;
  index: number;
  text: string;
  tool: LogTool | null;
  step: string | null;
}

/** Penalty of a line that a later command, or a later success, outlived: more than the rank of its format tells. */
const OUTLIVED_PENALTY = 25;
/** Lines of other output that a build printed after an error without a place, and went on. */
const OUTLIVED_LINES = 15;

/** Scan of a log, line by line, for the line with the highest rank in the last step that reports an error. */
function findBestLine(lines: readonly string[]): Candidate | null {
  let best: Candidate | null = null;
  let lastOfSteps: Candidate | null = null;
  let phase: string | undefined;
  let lastErrorAt = 0;
  let isCleanup = false;
  let mayBeOutlived = false;
  let isTaskFailed = false;
  let report: GradleReport | null = null;
  let namesCommand = false;

  function offer(
    index: number,
    rank: number,
    text: string,
    tool: LogTool | null,
    step: string | null = null,
  ) {
    if (rank === RANK.none || (isCleanup && lastOfSteps)) return;
    const isLater = index - lastErrorAt > OUTLIVED_LINES;
    if (rank >= RANK.banner) lastErrorAt = index;
    mayBeOutlived = true;
    if (!best || rank > best.rank || replaces(best, { rank, text, isLater }))
      best = { index, rank, text, tool, step };
  }

  /** The errors so far did not end the build. */
  function beginStep(): void {
    closeReport();
    if (best && (best.rank >= RANK.error - OUTLIVED_PENALTY || !lastOfSteps)) lastOfSteps = best;
    best = null;
  }

  function outlive(): void {
    if (!mayBeOutlived) return;
    mayBeOutlived = false;
    if (best && best.rank >= RANK.error) best.rank -= OUTLIVED_PENALTY;
  }

  function closeReport(): void {
    for (const { index, text, rank } of report ? rankCauses(report) : []) {
      offer(index, rank, text, "Gradle", report?.task);
    }
    report = null;
  }

  for (const [index, line] of lines.entries()) {
    const step = mayBeginStep(line) ? readStep(line) : undefined;
    if (step?.phase && step.phase !== phase) {
      if (phase) beginStep();
      phase = step.phase;
    } else if (step?.name !== undefined) {
      beginStep();
      isCleanup = CLEANUP_STEP.test(step.name);
    } else if (step?.isCommand) outlive();
    if (line.includes("> Task :")) isTaskFailed = line.trimEnd().endsWith(" FAILED");
    if (!report && !namesCommand && !mayReportError(line)) continue;
    const ranked = rankLine(line);
    const { text } = ranked;
    if (REPORT_START.test(text)) report = { task: null, causes: [] };
    else if (report && REPORT_END.test(text)) closeReport();
    else if (report) readReport(report, text, index);
    if (namesCommand && text.trim() !== "") {
      namesCommand = false;
      offer(index, RANK.wrapper + 1, text, "Xcode");
    } else if (!report || !/^\s{0,80}> /.test(text)) {
      const bonus = isTaskFailed && ranked.rank >= RANK.error ? FAILED_TASK_BONUS : 0;
      offer(index, ranked.rank + bonus, text, ranked.tool);
    }
    if (COMMANDS_FOLLOW.test(text)) namesCommand = true;
    // Xcode reports a failed command after what the command printed.
    const printed = XCODE_COMMAND.test(text) && lines[index - 1]?.trim();
    if (printed) offer(index - 1, RANK.wrapper + 1, withoutPrefix(printed), "Xcode");
  }
  closeReport();
  return chooseStep(lastOfSteps, best);
}

/** A step that only says that something failed is explained by an earlier one. */
function chooseStep(earlier: Candidate | null, last: Candidate | null): Candidate | null {
  if (!earlier || !last) return last ?? earlier;
  return last.rank > RANK.wrapper + 3 || last.rank > earlier.rank ? last : earlier;
}

/** Of lines of one rank the first is the reason, unless another says more, or the build went on after an error without a place. */
function replaces(
  best: Candidate,
  { rank, text, isLater }: { rank: number; text: string; isLater: boolean },
) {
  if (isLater && rank >= RANK.error && best.rank < RANK.diagnostic - 2 && findLocation(best.text) === null)
    return true;
  // Of mere hints the last is closest to the end of the build.
  if (rank !== best.rank || rank === RANK.hint) return rank === best.rank;
  return text.length > best.text.length && text.startsWith(best.text.replace(/[\s:.…]{1,10}$/, ""));
}

const STEP_SIGNAL =
  /^(?:[$+~*✨➤:-]|##|> (?!Task |Configure )|\[[A-Z]|BUILD S|Pod inst|Bundle c|added |up to|Success|Executing|Running|Uploading|Cleaning|Post )/;
const PREFIXED_STEP_SIGNAL =
  /^\[?\d[\d:.,TZ-]{5,34}\]?:? (?:##|::group|[-+~]{3} |[$+>] |BUILD S|added |Post |Executing|Running |Uploading|Cleaning)/;

/** Quick test for lines that begin a step or command, or end a run. */
const mayBeginStep = (line: string): boolean => STEP_SIGNAL.test(line) || PREFIXED_STEP_SIGNAL.test(line);

function readStep(line: string): { phase?: string; name?: string; isCommand?: boolean } | undefined {
  const head = line.slice(0, MAX_LINE_LENGTH);
  const phase = PHASE_NAME.exec(head)?.[1];
  if (phase) return { phase };
  const text = withoutPrefix(head);
  const name = SEQUENTIAL_STEPS.map((format) => format.exec(text)?.[1]).find((found) => found !== undefined);
  if (name !== undefined) return { name };
  return COMMAND_ECHO.test(text) || RUN_SUCCEEDED.test(text) ? { isCommand: true } : undefined;
}

const REPORT_START = /^\* What went wrong:/;
const REPORT_END = /^(?:\* (?:Try|Exception|Get more)|BUILD FAILED|={10})/;
const COMMANDS_FOLLOW = /^\s{0,40}The following build commands failed:/;

/** Lines searched for the step of a reason, backwards. */
const MAX_STEP_DISTANCE = 5_000;

/** Name of the nearest step that begins before a line. */
function findStep(lines: readonly string[], index: number): string | null {
  for (let at = index; at >= Math.max(0, index - MAX_STEP_DISTANCE); at -= 1) {
    const line = lines[at]?.slice(0, MAX_LINE_LENGTH) ?? "";
    const text = withoutPrefix(line);
    const step =
      STEP_FORMATS.map((format) => format.exec(text)?.[1]).find(Boolean) ?? PHASE_NAME.exec(line)?.[1];
    if (step) return step;
  }
  return null;
}

const FASTLANE_DISTANCE = 200;

/** Both fastlane and CocoaPods mark errors by "[!]". */
const usesFastlane = (lines: readonly string[], index: number): boolean =>
  lines
    .slice(Math.max(0, index - FASTLANE_DISTANCE), index + 1)
    .some((line) => /^\[\d\d:\d\d:\d\d\]: |\bfastlane\b/.test(line.slice(0, MAX_LINE_LENGTH)));

const MAX_LOG_INDENT = 100;

/** Section "What went wrong" of Gradle's report: nested causes, each after ">" and indented below what it caused. */
interface GradleReport {
  task: string | null;
  causes: { index: number; text: string; depth: number }[];
}

function readReport(report: GradleReport, text: string, index: number): void {
  report.task ??= /^Execution failed for task '(:[^']{1,200})'/.exec(text)?.[1] ?? null;
  const [, indent = "", cause] =
    /^(\s{0,80})(?:> |\^ |build file '.{1,500}': \d|General error during )(\S.{0,2000})$/.exec(text) ?? [];
  const isLocated = !text.trimStart().startsWith(">");
  if (cause)
    report.causes.push({
      index,
      text: isLocated ? text.trim() : cause,
      depth: isLocated ? MAX_LOG_INDENT : indent.length,
    });
  else if (
    report.causes.length === 0 &&
    /^(?!Execution failed|A problem occurred (?:configuring|evaluating)|Script compilation)\S/.test(text)
  ) {
    report.causes.push({ index, text, depth: -1 });
  }
}

/** The innermost cause of a report that does not only point at other output; one that does is a wrapper. */
function rankCauses({ causes }: GradleReport): Pick<Candidate, "rank" | "index" | "text">[] {
  const toCandidate = (rank: number) => (cause: { index: number; text: string }) => ({
    rank,
    index: cause.index,
    text: cause.text.replace(/^\^ /, ""),
  });
  const telling = causes.filter(({ text }) => !GRADLE_POINTER.test(text));
  const deepest = Math.max(...telling.map(({ depth }) => depth));
  const innermost = telling.filter(({ depth }) => depth === deepest);
  if (innermost.length > 0) return innermost.slice(0, 1).map(toCandidate(RANK.cause));
  return causes.slice(-1).map(toCandidate(RANK.wrapper + 3));
}
