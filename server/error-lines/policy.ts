/** Program whose format a line has. */
export type LogTool =
  | "Gradle"
  | "Kotlin"
  | "Java"
  | "Xcode"
  | "CocoaPods"
  | "Flutter"
  | "fastlane"
  | "npm"
  | "TypeScript";

/** Line of a log as an error: `text` is without timestamp and the like. A line of rank 0 suggests no error. */
export interface RankedLine {
  rank: number;
  text: string;
  tool: LogTool | null;
}

/** Characters of a line that are looked at: long enough for any message, and a bound for the patterns. */
export const MAX_LINE_LENGTH = 2_000;

/**
 * Ranks of lines. A line that names its cause beats a diagnostic of a compiler, that beats any other error, and all beat
 * lines that only say that something failed.
 */
export const RANK = {
  cause: 90,
  diagnostic: 80,
  error: 60,
  wrapper: 35,
  banner: 30,
  hint: 10,
  none: 0,
} as const;

/** Timestamps of CI services, fastlane and Flutter's verbose output, names of phases, and emoji in front of a message. */
const PREFIX =
  /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]{0,10}Z? |\[\d\d:\d\d:\d\d\]: |\d{1,2}:\d\d:\d\d(?: [AP]M)?: |(?:INFO|ERROR|DEBUG) \[[\d :.-]{10,30}\]: |\[ {0,5}\+?\d{1,7}(?:,\d{3})? ms\] |\[[A-Z]{2,30}(?:_[A-Z]{2,30}){1,4}\] |🚨 |▸ )/u;

/** Count of zero: "0 errors", "Failures: 0". */
const ZERO_COUNT =
  /\b(?:0|no) (?:errors?|failures?|failed|failing)\b|\b(?:errors?|failures?|failed|failing)[:=] ?0\b/gi;

/** Passed tests, warnings, remarks, commands that are echoed, stack frames, and titles of sections. */
const HARMLESS_FORMATS = [
  /^\s{0,40}(?:✓|✔|√|✅|◇|⚠|PASS\b|ok \d|--- PASS|\[ {1,7}OK \]|Test Case .{1,200} (?:passed|started)\b)/,
  /^\d\d:\d\d \+\d{1,6}(?: ~\d{1,6})?(?: -\d{1,6})?: /,
  /^\s{0,40}(?:w:|warn(?:ing)?\b|npm warn\b|note:|\[?(?:info|debug|trace|verbose|warn|warning)\]?(?:[: ]|$)|##\[(?:warning|notice|group|command|debug)\]|::(?:warning|notice|debug|group)\b)/i,
  /: (?:warning|note|remark): /,
  /^(?:[$+>] |--- (?!FAIL)|\+\+\+ |~~~ )/,
  // Dump of an error that a program handled.
  /^[\s{}(]{0,40}(?:NSUnderlyingError|error) = /,
  // xcbeautify's warnings without symbols, whose mark is that of CocoaPods' errors.
  /^\[!\] .{1,400}\.\w{1,12}:\d{1,7}:\d{1,7}: /,
  /^\[!\] (?:Automatically|The .{1,200} target overrides|.{1,200} deprecated|\[Codegen\] warn)/,
  /^\s{1,40}(?:at |\.{3} \d)/,
];
const PASSED_ENDING =
  / (?:PASSED|passed|UP-TO-DATE|SKIPPED|FROM-CACHE|NO-SOURCE)$|\bpassed \(\d{1,9}(?:\.\d{1,9})? (?:s|ms|seconds)\)\.?$/;

interface LineFormat {
  rank: number;
  pattern: RegExp;
  tool?: LogTool;
}

/** Formats in which tools report errors; the first that matches counts. */
const ERROR_FORMATS: readonly LineFormat[] = [
  {
    rank: RANK.cause,
    pattern:
      /\bOutOfMemoryError\b|No space left on device|daemon disappeared unexpectedly|daemon has disappeared|JavaScript heap out of memory|^The inputs? |^The command (?:was stopped after the timeout|left |exited with code 0 after [\d.]{1,20} s\. The)/,
  },
  { rank: RANK.wrapper + 2, tool: "Xcode", pattern: /^\s{0,40}ld: symbol\(s\) not found/ },
  {
    rank: RANK.wrapper,
    pattern:
      /(?:\bnon-?zero (?:exit )?(?:code|status|value))|linker command failed|Execution failed for task|Gradle task \S{1,200} failed|^Target \S{1,200} failed|Encountered error while|Error while executing process|Error launching application|returned an error|TaskExecutionException|A failure occurred while executing/,
  },
  {
    rank: RANK.banner,
    pattern:
      /^(?:\*\* [A-Z ]{1,40} FAILED \*\*|BUILD FAILED|FAILURE: Build|\d{1,3}: Task failed with an exception|\[!\] Error (?:building|packaging)|fastlane finished with errors|Error(?: output)? from Xcode build|Xcode build failed|Failed to build iOS app|Uncategorized \(Xcode\): (?:Command|Exited)|Could not build the |Error: Gradle build failed)|\bexit(?:ed)?(?: with)? (?:code|status|value|non-zero|\d)|\b(?:Exit status|exited with)\b|^The command (?:exited|was killed)|Task failed with exit code|with unknown error\b|see the log above|error Command failed\b|Command failed with/i,
  },
  { rank: RANK.diagnostic + 2, tool: "Kotlin", pattern: /^e: / },
  {
    rank: RANK.diagnostic,
    tool: "TypeScript",
    pattern: /\.(?:[cm]?tsx?|vue)(?:\(\d{1,7},\d{1,7}\): |:\d{1,7}:\d{1,7} - )error TS\d/,
  },
  { rank: RANK.error, tool: "Gradle", pattern: /^AGPBI: \{/ },
  {
    rank: RANK.diagnostic,
    pattern: /\.\w{1,12}[:(]\d{1,7}(?:[:,]\d{1,7})?\)?:? (?:AAPT: )?(?:fatal )?error[: ]/i,
  },
  { rank: RANK.diagnostic, pattern: /^\s{0,8}(?:❌|❌️)\s{1,4}\S/u },
  {
    rank: RANK.diagnostic,
    tool: "Xcode",
    pattern:
      /^(?:ld: (?!warning)|Undefined symbols? ?(?:for architecture|:)|duplicate symbol )|errSecInternalComponent|resource fork, Finder information/,
  },
  {
    rank: RANK.diagnostic,
    tool: "Gradle",
    pattern: /AAPT: error: |\bMissing class \w|^Manifest merger failed/,
  },
  { rank: RANK.diagnostic, tool: "Flutter", pattern: /\bversion solving failed|^Oops; flutter has exited/ },
  { rank: RANK.diagnostic, tool: "CocoaPods", pattern: /^\[!\] / },
  { rank: RANK.diagnostic - 1, pattern: /^\s{0,40}(?:FAIL\s|FAIL$)/ },
  {
    rank: RANK.diagnostic,
    pattern: /^\s{0,40}(?:●|✗|✘|✖|×|❌|\[x\]|not ok|--- FAIL:)(?:\s|$)|^Test Case .{1,200} failed\b/,
  },
  {
    rank: RANK.error + 5,
    pattern:
      /^Could not find (?:proper version|compatible|gem)|could not find compatible versions|^\S{1,200}: command not found|: command not found$|^\s{0,40}\d{1,7}:\d{1,5}\s{1,8}error\s|^CMake Error\b/,
  },
  { rank: RANK.error, pattern: /^(?:##\[error\]|::error\b)/ },
  { rank: RANK.error, pattern: /(?:^|[\s:)\]])(?:fatal )?error(?:\[\w{1,40}\]| [A-Z]{1,4}\d{1,9})?: /i },
  { rank: RANK.error - 10, pattern: /(?:^|[\s:)\]])(?:fatal )?error(?:\[\w{1,40}\]| [A-Z]{1,4}\d{1,9})?:$/i },
  {
    rank: RANK.error,
    pattern: /^error [A-Z]|^(?:Usage Error|fatal): |^➤ YN\d{4}: │? ?.{0,80}Error|^\s{0,40}\[BCEROR\]/,
  },
  { rank: RANK.error, pattern: /^(?:FATAL|Unhandled exception|══╡ EXCEPTION)/ },
  {
    rank: RANK.error,
    pattern:
      /^(?:Caused by: |Uncaught |Exception in thread "[^"]{1,200}" )?(?:[\w$]{1,80}\.){0,12}\w{0,80}(?:Exception|Error)(?::(?: |$)|$)/,
  },
  { rank: RANK.error, pattern: /\bpanicked at\b|^\S{1,300}\.rb:\d{1,6}:in .{1,300}Error\)$/ },
];

/** Words that suggest an error, for logs without a known format; as part of a name they say nothing. */
const ERROR_WORDS =
  /(?:^|[^\w./\\-])(?:failed|failure|fatal|error|exception|killed|denied|aborted|not found|no such file|unable to|exited with)(?![\w/\\-]|\.\w)/i;
/** Work on something that may be called Error. */
const PROGRESS =
  /^\s{0,40}(?:\[[^\]]{1,80}\] )?(?:Compiling|Installing|Using|Downloading|Building|Linking|Copying|Processing|Generating|Resolving|Fetching|Testing|Running) /;

/** Parts, in lower case, of which every reported error has one: a quick test before all others. */
const ERROR_SIGNAL =
  /err|fail|fatal|exception|wrong|exit|timeout|symbol|ld: |e: |not found|could ?n|unable|missing|denied|killed|abort|no |daemon|panick|version solving|oops|resource fork|\[!\]|\[x\]|not ok|the command |the input|[●✗✘✖×❌]| \[e\]/;

export const mayReportError = (line: string): boolean =>
  ERROR_SIGNAL.test(line.slice(0, MAX_LINE_LENGTH).toLowerCase());

/** Ranks a line without escape sequences. */
export function rankLine(line: string): RankedLine {
  const text = withoutPrefix(line);
  const npm = NPM_LINE.exec(text);
  if (npm) return { text, tool: "npm", rank: rankNpmMessage(npm[1] ?? "") };
  const counted = text.replaceAll(ZERO_COUNT, "");
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

/** A line as far as it is looked at, without timestamps and names of phases in front. */
export function withoutPrefix(line: string): string {
  const text = line.slice(0, MAX_LINE_LENGTH).replace(PREFIX, "");
  return (text.length < line.length ? text.replace(PREFIX, "") : text).trimEnd();
}

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
  /^(?:$|\s|errno|syscall|path|dest|command|signal|cwd|stack|node_modules|A complete log|This is probably not|There is likely|Fix the upstream|Log files were|For a full report|in workspace|workspace |location |If you believe)/;
const NPM_WRAPPER =
  /^(?:Failed at the |Exit status|Lifecycle script|\S{1,200}@\S{1,80} \w{1,40}: `|gyp ERR! (?:System|command|cwd|node|not ok|stack (?!Error)))/;

/** npm's messages come after their code; a script that npm ran printed its own error before. */
function rankNpmMessage(message: string): number {
  if (NPM_DETAIL.test(message)) return RANK.none;
  if (/^code /.test(message)) return RANK.banner + 1;
  if (NPM_WRAPPER.test(message)) return RANK.banner + 2;
  return Math.max(RANK.error + 2, rankMessage(message).rank);
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
