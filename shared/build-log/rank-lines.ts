import {
  ERROR_FORMATS,
  ERROR_SIGNAL,
  HARMLESS_FORMATS,
  type LogTool,
  PASSED_ENDING,
  PLACE_SIGNAL,
  PREFIX,
  RANK,
} from "./formats.ts";

/** Line of a log as an error: `text` is without timestamp and the like. A line of rank 0 suggests no error. */
export interface RankedLine {
  rank: number;
  text: string;
  tool: LogTool | null;
}

/** Characters of a line that are looked at: long enough for any message, and a bound for the patterns. */
export const MAX_LINE_LENGTH = 2_000;

/** Count of zero: "0 errors", "Failures: 0". */
const ZERO_COUNT =
  /\b(?:0|no) (?:errors?|failures?|failed|failing)\b|\b(?:errors?|failures?|failed|failing)[:=] ?0\b/gi;

/** Words that suggest an error, for logs without a known format; as part of a name they say nothing. */
const ERROR_WORDS =
  /(?:^|[^\w./\\-])(?:failed|failure|fatal|error|exception|killed|denied|aborted|not found|no such file|unable to|exited with)(?![\w/\\-]|\.\w)/i;
/** Work on something that may be called Error. */
const PROGRESS =
  /^\s{0,40}(?:\[[^\]]{1,80}\] )?(?:Compiling|Installing|Using|Downloading|Building|Linking|Copying|Processing|Generating|Resolving|Fetching|Testing|Running) /;

export const mayReportError = (line: string): boolean =>
  ERROR_SIGNAL.test(line.slice(0, MAX_LINE_LENGTH).toLowerCase()) || PLACE_SIGNAL.test(line);

/** Ranks a line without escape sequences. */
export function rankLine(line: string): RankedLine {
  const text = withoutPrefix(line);
  const npm = NPM_LINE.exec(text);
  if (npm) return { text, tool: "npm", rank: rankNpmMessage(npm[1] ?? "") };
  const counted = /0|no /i.test(text) ? text.replaceAll(ZERO_COUNT, "") : text;
  if (text.endsWith(" [E]")) return { text, tool: "Flutter", rank: RANK.diagnostic };
  if (isHarmless(counted)) return { text, tool: null, rank: RANK.none };
  const { rank, tool = null } = rankMessage(counted);
  return { text, rank, tool: tool ?? toolOfLocation(text) };
}

export type Severity = "error" | "warning";

const WARNING =
  /^\s{0,40}(?:w: |⚠|npm warn\b|\[?warn(?:ing)?\]?(?:[: ]|$)|##\[warning\]|::warning\b)|(?:^|[\s:)\]])warning(?:\[\w{1,40}\])?: /i;

/** Severity of a line by its format; null for other lines. */
export function toSeverity(line: string): Severity | null {
  if (mayReportError(line) && rankLine(line).rank >= RANK.banner) return "error";
  return WARNING.test(withoutPrefix(line)) ? "warning" : null;
}

const MAX_PREFIXES = 3;

/** A line as far as it is looked at, without timestamps and names of phases in front. */
export function withoutPrefix(line: string): string {
  let text = line.slice(0, MAX_LINE_LENGTH);
  for (let left = MAX_PREFIXES; left > 0; left -= 1) {
    const rest = text.replace(PREFIX, "");
    if (rest.length === text.length) break;
    text = rest;
  }
  return text.trimEnd();
}

/** End of a group as GitHub Actions and Azure Pipelines mark it. No log shows it. */
export const isGroupEnd = (line: string): boolean =>
  /^(?:::endgroup::|##\[endgroup\])/.test(withoutPrefix(line));

const isHarmless = (text: string): boolean =>
  PASSED_ENDING.test(text) || HARMLESS_FORMATS.some((format) => format.test(text));

function rankMessage(text: string): { rank: number; tool?: LogTool | undefined } {
  if (isFailedTest(text)) return { rank: RANK.diagnostic, tool: "Gradle" };
  const format = ERROR_FORMATS.find(({ pattern }) => pattern.test(text));
  if (format) return format;
  return { rank: ERROR_WORDS.test(text) && !PROGRESS.test(text) ? RANK.hint : RANK.none };
}

/** Failed test of Gradle: "FormatTest > keeps accents FAILED". A failed task comes after the reason of its failure. */
const isFailedTest = (text: string): boolean =>
  text.endsWith(" FAILED") && text.includes(" > ") && !text.startsWith(">");

const NPM_LINE = /^npm (?:error|ERR!)(?: (.{0,2000}))?$/;
/** Facts about a failure of npm, file listings and advice. */
const NPM_DETAIL =
  /^(?:$|\s|errno|syscall|path|dest|command|Darwin |Linux |Windows_NT |argv |node v|npm {1,2}v|signal|cwd|stack|node_modules|A complete log|This is probably not|There is likely|Fix the upstream|Log files were|For a full report|in workspace|workspace |location |If you believe)/;
const NPM_WRAPPER =
  /^(?:Failed at the |Test failed\.|Exit status|Lifecycle script|\S{1,200}@\S{1,80} \w{1,40}: `|gyp ERR! (?:System|command|cwd|node|not ok|stack (?!Error)))/;

/** npm's messages come after their code; a script that npm ran printed its own error before. */
function rankNpmMessage(message: string): number {
  if (NPM_DETAIL.test(message)) return RANK.none;
  if (/^code /.test(message)) return RANK.banner + 1;
  if (NPM_WRAPPER.test(message)) return RANK.banner + 2;
  // Lines of a script's output precede its error.
  const { rank } = rankMessage(message);
  if (rank >= RANK.error) return Math.max(RANK.error + 3, rank);
  return rank >= RANK.banner ? rank : RANK.error + 2;
}

function toolOfLocation(text: string): LogTool | null {
  const [, extension = ""] = /\.(\w{1,12})[:(]\d/.exec(text) ?? [];
  return TOOLS_BY_EXTENSION[extension] ?? null;
}

const TOOLS_BY_EXTENSION: Partial<Record<string, LogTool>> = {
  kt: "Kotlin",
  java: "Java",
  swift: "Xcode",
  m: "Xcode",
  mm: "Xcode",
  h: "Xcode",
  dart: "Flutter",
  ts: "TypeScript",
  tsx: "TypeScript",
};
