/** Characters of a line that are looked at: long enough for any message, and a bound for the patterns. */
const MAX_LINE_LENGTH = 2_000;

/** Timestamps of CI services, fastlane and Flutter's verbose output, and emoji in front of a message. */
const PREFIX =
  /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]{0,10}Z? |\[\d\d:\d\d:\d\d\]: |\[ {0,5}\+?\d{1,7}(?:,\d{3})? ms\] |🚨 )/u;

/** Count of zero: "0 errors", "Failures: 0". */
const ZERO_COUNT =
  /\b(?:0|no) (?:errors?|failures?|failed|failing)\b|\b(?:errors?|failures?|failed|failing)[:=] ?0\b/gi;

/** Passed tests, warnings, remarks, commands that are echoed, and titles of sections. */
const HARMLESS_FORMATS = [
  /^\s{0,40}(?:✓|✔|√|✅|◇|PASS\b|ok \d|--- PASS|\[ {1,7}OK \]|Test Case .{1,200} (?:passed|started)\b)/,
  /^\d\d:\d\d \+\d{1,6}(?: ~\d{1,6})?(?: -\d{1,6})?: /,
  /^\s{0,40}(?:w:|warn(?:ing)?\b|npm warn\b|note:|\[?(?:info|debug|trace|verbose|warn|warning)\]?(?:[: ]|$)|##\[(?:warning|notice|group|command|debug)\]|::(?:warning|notice|debug|group)\b)/i,
  /: (?:warning|note|remark): /,
  /^(?:[$+>] |--- (?!FAIL)|\+\+\+ |~~~ )/,
  /^\[!\] (?:Automatically|The .{1,200} target overrides|.{1,200} deprecated)/,
];
const PASSED_ENDING =
  / (?:PASSED|passed|UP-TO-DATE|SKIPPED)$|\bpassed \(\d{1,9}(?:\.\d{1,9})? (?:s|ms|seconds)\)\.?$/;

/** Formats in which tools report an error. */
const ERROR_FORMATS = [
  /^e: /,
  /^(?:##\[error\]|::error\b)/,
  /(?:^|[\s:)\]])(?:fatal )?error(?:\[\w{1,40}\]| [A-Z]{1,4}\d{1,9})?: /i,
  /(?:^|[\s:)\]])(?:fatal )?error(?:\[\w{1,40}\]| [A-Z]{1,4}\d{1,9})?:$/i,
  /^npm (?:error|ERR!)/,
  /^error (?:Command|An|Couldn|Failed)/,
  /^\s{0,40}(?:FAIL|●|✗|✘|✖|×|❌|\[x\]|not ok|--- FAIL:)(?:\s|$)/,
  /^(?:FAILURE|FATAL|\[!\]|Undefined symbols|Unhandled exception|══╡ EXCEPTION)/,
  /^(?:Caused by: |Uncaught |Exception in thread "[^"]{1,200}" )?(?:[\w$]{1,80}\.){0,12}\w{0,80}(?:Exception|Error)(?::(?: |$)|$)/,
  /\bpanicked at\b/,
  /^Test Case .{1,200} failed\b/,
];

/** Words that suggest an error, for logs without a known format; as part of a name they say nothing. */
const ERROR_WORDS =
  /(?:^|[^\w./\\-])(?:failed|failure|fatal|error|exception|killed|denied|aborted|not found|exited with)(?![\w/\\-]|\.\w)/i;
/** Work on something that may be called Error. */
const PROGRESS =
  /^\s{0,40}(?:\[[^\]]{1,80}\] )?(?:Compiling|Installing|Using|Downloading|Building|Linking|Copying|Processing|Generating|Resolving|Fetching|Testing|Running) /;

/**
 * Line that says why a build failed, as an index into the lines of its log without escape sequences: the first line in an
 * error format, else the first with a word that suggests an error. One rule for every place that shows it.
 */
export function findFirstError(lines: readonly string[]): number | undefined {
  let suspicious: number | undefined;
  for (const [index, line] of lines.entries()) {
    const severity = judgeLine(line);
    if (severity === "error") return index;
    if (severity === "suspicious") suspicious ??= index;
  }
  return suspicious;
}

function judgeLine(line: string): "error" | "suspicious" | "harmless" {
  const text = line.slice(0, MAX_LINE_LENGTH).replace(PREFIX, "").replaceAll(ZERO_COUNT, "").trimEnd();
  if (text.endsWith(" [E]")) return "error";
  if (PASSED_ENDING.test(text) || HARMLESS_FORMATS.some((format) => format.test(text))) return "harmless";
  if (ERROR_FORMATS.some((format) => format.test(text)) || isFailedTest(text)) return "error";
  return ERROR_WORDS.test(text) && !PROGRESS.test(text) ? "suspicious" : "harmless";
}

/** Failed test of Gradle: "FormatTest > keeps accents FAILED". A failed task comes after the reason of its failure. */
const isFailedTest = (text: string): boolean =>
  text.endsWith(" FAILED") && text.includes(" > ") && !text.startsWith(">");
