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

/**
 * Timestamps of CI services, fastlane, Docker and Flutter's verbose output, names of phases and streams, and emoji in
 * front of a message.
 */
export const PREFIX =
  /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]{0,10}Z? |\[\d\d:\d\d:\d\d(?:\.\d{1,6})?\]:? |#\d{1,4} \d{1,6}\.\d{1,4} |\[(?:stderr|stdout|PREBUILD)\] |\d{1,2}:\d\d:\d\d(?: [AP]M)?: |\d\d:\d\d:\d\d(?:\.\d{3})? {1,2}|(?:INFO|ERROR|DEBUG) \[[\d :.-]{10,30}\]: |\[ {0,5}\+?\d{1,7}(?:,\d{3})? ms\] |\[[A-Z]{2,30}(?:_[A-Z]{2,30}){1,4}\] |C\/C\+\+: |🚨 |▸ )/u;

/** Passed tests, warnings, remarks, commands that are echoed, stack frames, and titles of sections. */
export const HARMLESS_FORMATS = [
  /^\s{0,40}(?:✓|✔|√|✅|◇|⚠|PASS\b|ok \d|--- PASS|\[ {1,7}OK \]|Test Case .{1,200} (?:passed|started)\b)/,
  /^\d\d:\d\d \+\d{1,6}(?: ~\d{1,6})?(?: -\d{1,6})?: /,
  /^\s{0,40}(?:w:|warn(?:ing)?\b|npm warn\b|note:|\[?(?:info|debug|trace|verbose|warn|warning)\]?(?:[: ]|$)|##\[(?:warning|notice|group|command|debug)\]|::(?:warning|notice|debug|group)\b)/i,
  /: (?:warning|note|remark): /,
  /^(?:[$+>] |--- (?!FAIL)|\+\+\+ |~~~ )/,
  // The end of a command that succeeded.
  /\bexit(?:ed with)?(?: code| status)?[: ]{1,2}['"]?0['"]?(?: after [\d.]{1,20} ?s)?\.?$/i,
  /\bWriting (?:error )?result bundle (?:at|to) /,
  // Maven's advice after an error.
  /^\[ERROR\](?: (?:$|\[Help \d|-> \[Help|To see the full|Re-run |For more information|After correcting|mvn <)|$)/,
  // Dump of an error that a program handled.
  /^[\s{}(]{0,40}(?:NSUnderlyingError|error) = /,
  // xcbeautify's warnings without symbols, whose mark is that of CocoaPods' errors.
  /^\[!\] .{1,400}\.\w{1,12}:\d{1,7}:\d{1,7}: /,
  /^\[!\] (?:Automatically|The .{1,200} target overrides|.{1,200} deprecated|\[Codegen\] warn)/,
  /^\s{1,40}(?:at |\.{3} \d)/,
];
export const PASSED_ENDING =
  / (?:PASSED|passed|UP-TO-DATE|SKIPPED|FROM-CACHE|NO-SOURCE)$|\bpassed \(\d{1,9}(?:\.\d{1,9})? (?:s|ms|seconds)\)\.?$/;

interface LineFormat {
  rank: number;
  pattern: RegExp;
  tool?: LogTool;
}

/** Formats in which tools report errors; the first that matches counts. */
export const ERROR_FORMATS: readonly LineFormat[] = [
  {
    rank: RANK.cause,
    pattern:
      /\bOutOfMemoryError\b|No space left on device|daemon disappeared unexpectedly|daemon has disappeared|JavaScript heap out of memory|^The inputs? |^The command (?:was stopped after the timeout|left |exited with code 0 after [\d.]{1,20} s\. The)/,
  },
  { rank: RANK.wrapper + 2, tool: "Xcode", pattern: /^\s{0,40}ld: symbol\(s\) not found/ },
  // The command that failed, before what it printed.
  {
    rank: RANK.wrapper + 2,
    tool: "CocoaPods",
    pattern:
      /^\s{0,40}\[!\] (?:Error installing |\/\S{1,200} |Unable to add a source with url|An error occurred while performing )/,
  },
  // The compiler's driver, after the linker.
  { rank: RANK.wrapper, pattern: /^collect2(?:\.exe)?: / },
  // The end of a spinner, and lines that only name a folder, script or exception.
  {
    rank: RANK.wrapper,
    pattern:
      /^\s{0,40}[✖✗✘×] .{1,100} (?:failed!?|did not run successfully\.)$|\b[Bb]uild failed$|\berror: in [`'/].{1,1000}:$|^\s{0,4}ERR_PNPM_RECURSIVE_|^══╡ EXCEPTION|^ERROR: {1,2}Error installing .{1,200}:$/,
  },
  {
    rank: RANK.wrapper,
    pattern:
      /(?:\bnon-?zero (?:exit )?(?:code|status|value))|[Ll]inker command failed|Execution failed for task|Gradle task \S{1,200} failed|^Target \S{1,200} failed|Encountered error while|Error while executing process|Error launching application|returned an error|TaskExecutionException|A failure occurred while executing/,
  },
  {
    rank: RANK.banner,
    pattern:
      /^(?:\*\* [A-Z ]{1,40} FAILED \*\*|BUILD FAILED|FAILURE: Build|\d{1,3}: Task failed with an exception|\[!\] Error (?:building|packaging)|fastlane finished with errors|Error(?: output)? from Xcode build|Xcode build failed|Failed to build iOS app|Uncategorized \(Xcode\): (?:Command|Exited)|Could not build the |Error: Gradle build failed)|\bexit(?:ed)?(?: with)? (?:code|status|value|non-zero|\d)|\b(?:Exit status|exited with)\b|^The command (?:exited|was killed)|Task failed with exit code|with unknown error\b|see (?:the log )?above|^make(?:\[\d{1,3}\])?: \*\*\* |^\s{0,40}[✖✗✘×] \d{1,7} (?:problems?|errors?)\b|error:? Command failed\b|Command failed with|command finished with error|failed with return code/i,
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
  {
    rank: RANK.diagnostic,
    pattern:
      /^\S{1,500}\.go:\d{1,7}:\d{1,7}: |^\S{1,500}\.\w{1,12}:\d{1,7}:\d{1,7}: [A-Z]{1,4}\d{2,5} |^\s{1,8}Failed \S.{0,300} \[[<\d].{0,20}\]$|^\[ERROR\] \S{1,500}:\[\d{1,7},\d{1,7}\] /,
  },
  // Place, and a word or two for the severity: "Main.java:12: Fehler: …". The place says enough in any language.
  {
    rank: RANK.diagnostic - 2,
    pattern:
      /^\S{1,500}\.\w{1,12}(?::\d{1,7}(?::\d{1,7})?|\(\d{1,7}(?:,\d{1,7})?\)) ?: ?(?!(?:info|debug|trace|hinweis|warnung|anmerkung|avertissement|attention|remarque|note|nota|aviso|advertencia|advertência|avviso|предупреждение|замечание|примечание|警告|注|注記|注意|附注|备注|備考|경고|참고)(?:[^\p{L}]|$))[\p{L}\p{M}ー]{2,20}(?:[ \u00a0][\p{L}\p{M}ー]{2,20}){0,2}(?: [A-Z]{1,4}\d{1,9})?[ \u00a0]?[:：]/iu,
  },
  // Place in an object file, as linkers name it.
  { rank: RANK.diagnostic - 2, pattern: /^[^(]{0,500}:\(\.[^\s()]{1,200}\+0x[\da-f]{1,16}\) ?: / },
  { rank: RANK.diagnostic, pattern: /^\s{0,8}(?:❌|❌️)\s{1,4}\S/u },
  {
    rank: RANK.diagnostic,
    tool: "Xcode",
    pattern:
      /^(?:ld: (?!warning)|Undefined symbols? ?(?:for architecture|:)|duplicate symbol )|errSecInternalComponent|resource fork, Finder information|^(?!Warning)[A-Z][A-Za-z ]{0,60} \(Xcode\): /,
  },
  {
    rank: RANK.diagnostic,
    tool: "Xcode",
    pattern:
      /^\s{0,40}(?:Signing for "[^"]{1,200}" requires |"[^"]{1,200}" requires a provisioning profile|Provisioning profile "|No (?:profiles? for '|(?:signing )?certificate (?:for|")|signing certificate|account for team)|package '[^']{1,200}' is using Swift tools version|the package at '[^']{1,500}' cannot be accessed)/,
  },
  {
    rank: RANK.diagnostic,
    tool: "Gradle",
    pattern: /AAPT: error: |\bMissing class \w|^Manifest merger failed/,
  },
  { rank: RANK.diagnostic, tool: "Flutter", pattern: /\bversion solving failed|^Oops; flutter has exited/ },
  { rank: RANK.diagnostic, tool: "CocoaPods", pattern: /^\[!\] / },
  { rank: RANK.diagnostic, tool: "fastlane", pattern: /^(?:\w{1,60}::){1,6}\w{1,60}: \[!\] / },
  { rank: RANK.diagnostic, pattern: /^(?:FAILED|ERROR) [^\s:]{1,400}::\S{1,300} - / },
  { rank: RANK.diagnostic - 1, pattern: /^\s{0,40}(?:FAIL\s|FAIL$)/ },
  {
    rank: RANK.diagnostic,
    pattern: /^\s{0,40}(?:●|✗|✘|✖|×|❌|\[x\]|not ok|--- FAIL:)(?:\s|$)|^Test Case .{1,200} failed\b/,
  },
  {
    rank: RANK.error + 5,
    pattern:
      /^Could not find (?:proper version|compatible|gem|action|lane|option|.{1,500} in (?:any of the sources|locally installed gems))|\bITMS-\d{4,6}: |^E: |^curl: \(\d{1,3}\) |^You have not agreed to the Xcode|^Your Ruby version is |^(?:\S{1,300}\.sh|(?:\/bin\/)?\w{0,2}sh): (?:[^\s\d]{1,12} )?\d{1,6}[^\d:：]{0,3}[:：] {0,4}\S|^(?:\/bin\/)?\w{0,3}sh: \S{1,200}: not found$|could not find compatible versions|^\S{1,200}: command not found|: command not found$|\bsh: (?:line )?\d{1,6}: \S{1,200}: not found$|is not recognized as an internal or external command|\*\*\* extconf\.rb failed \*\*\*$|^\s{0,40}\d{1,7}:\d{1,5}\s{1,8}error\s|^CMake Error\b/,
  },
  // cmd.exe in any language: a quoted name, and that no internal or external command is called that.
  {
    rank: RANK.error + 5,
    pattern:
      /^(?:\p{L}{1,20} ){0,2}["'][^"']{1,200}["'].{0,60}?(?:entweder falsch geschrieben|\bintern[aeo]|wewnętrzn|\biç ya da dış |внутренн|内部|內部|내부)|^(?:\S{1,200} ?: )?The term '[^']{1,200}' is not recognized/u,
  },
  // Dependencies that do not belong to their lock file, a missing license, registries of images, Go's modules.
  {
    rank: RANK.error + 5,
    pattern:
      /\bin frozen mode\b|frozen mode is set|\b(?:[Ll]ock ?file|\w{1,20}\.lock)\b.{0,100}(?:needs to be updated|out of date|outdated|out of sync|not up to date|can't be updated|last generated|does not contain)|^No valid .{1,80} found\b|^(?:Error response from daemon|toomanyrequests|unauthorized|manifest unknown): |^go: (?:errors? |cannot |could not |inconsistent |updates to |\S{1,200}@[^\s:]{1,100}: )/,
  },
  {
    rank: RANK.error + 5,
    tool: "npm",
    pattern: /^\s{0,4}ERR_PNPM_[A-Z]|^➤ YN00(?:0[19]|1[0-24568]|2[08]|3[05]|41|78|8[12]): /,
  },
  // Errors of Apple's frameworks, exceptions that Elixir raises, and Composer.
  {
    rank: RANK.error + 5,
    pattern:
      /^Error Domain=\w{1,100} Code=-?\d{1,9} "|^\*\* \((?:\w{1,60}\.){0,6}\w{0,60}(?:Error|Exception)\) \S|^Your requirements could not be resolved\b/,
  },
  {
    rank: RANK.error + 5,
    pattern: /\b(?:Abort trap|Bus error|Illegal instruction|Killed|Segmentation fault): \d/,
  },
  { rank: RANK.error, pattern: /^(?:##\[error\]|::error\b)/ },
  { rank: RANK.error, pattern: /(?:^|[\s:)\]])(?:fatal )?error(?:\[\w{1,40}\]| [A-Z]{1,4}\d{1,9})?: /i },
  { rank: RANK.error - 10, pattern: /(?:^|[\s:)\]])(?:fatal )?error(?:\[\w{1,40}\]| [A-Z]{1,4}\d{1,9})?:$/i },
  {
    rank: RANK.error,
    pattern:
      /^(?:error|\w{1,30}Error) (?:[A-Z]|@?[^\s@]{1,200}@\d|[^\s:]{1,300}\.[cm]?[jt]sx?: )|^error during \w{1,30}:$|^Aborting \w{1,30} due to \w{1,30}:$|^(?:Usage Error|fatal): |^➤ YN\d{4}: │? ?.{0,80}Error|^\s{0,40}\[BCEROR\]/,
  },
  {
    rank: RANK.error,
    pattern:
      /^(?:FATAL|Unhandled exception|\*\*ERROR\*\* |The following .{1,80} was thrown |Unable to resolve (?:module |"))|\bCannot find module '/,
  },
  {
    rank: RANK.error,
    pattern:
      /^(?:Caused by: |Uncaught |Exception in thread "[^"]{1,200}" )?(?:[\w$]{1,80}\.){0,12}\w{0,80}(?:Exception|Error)(?::(?: |$)|$)/,
  },
  { rank: RANK.error - 10, pattern: /^\[ERROR\] / },
  {
    rank: RANK.error - 5,
    pattern:
      /^Error (?:cloning|creating|downloading|exporting|fetching|importing|installing|loading|logging in|parsing|reading|signing|uploading) /,
  },
  // Ruby's class of an error, and its message.
  {
    rank: RANK.error,
    pattern:
      /^(?:(?:\w{1,60}::){0,6}\w{0,60}(?:Error|Exception)|Errno::[A-Z]\w{1,30}|(?:[A-Z]\w{1,60}::){1,6}[A-Z]\w{1,60}(?=: )) ?[-:] \S/,
  },
  {
    rank: RANK.error,
    pattern:
      /\bpanicked at\b|^\S{1,300}:\d{1,6}:in .{1,1000} \((?!SystemExit\)|Interrupt\))(?:[A-Z]\w{0,60}::){0,6}[A-Z]\w{0,60}\)$/,
  },
  // The word error in other languages, of which a tool without a place prints nothing else.
  {
    rank: RANK.error,
    pattern:
      /^(?:\S{1,60}: )?(?:schwerwiegender |erreur |致命的な?|致命)?(?:fehler|err(?:eur|ore?) fatale?|erreur|fatale?|エラー|错误|錯誤|ошибка|erro|errore|오류|błąd)(?: [A-Z]{1,4}\d{1,9})?[ \u00a0]?[:：]/i,
  },
];

/** Parts, in lower case, of which every reported error has one: a quick test before all others. */
export const ERROR_SIGNAL =
  /err|fail|fatal|exception|wrong|exit|timeout|symbol|ld: |e: |not found|could ?n|unable|missing|denied|killed|abort|no |daemon|panick|version solving|oops|resource fork|\[!\]|\[x\]|not ok|the command |the input|[●✗✘✖×❌]| \[e\]|\(xcode\)|development team|swift tools version|was thrown|tation fault|illegal instruction|cannot find|not recognized|yn00|sh: (?:line )?\d|\.go:\d|curl: |not agreed|ruby version|provisioning|fehler|エラー|错误|錯誤|ошибка|오류|błąd|sh: \S{1,12} \d|intern|wewn|iç ya|внутр|内部|內部|내부|entweder falsch|frozen mode|lock ?file|\.lock|\bgo: |toomany|unauthorized|manifest unk/;

/** Place in front of a line: its severity may be a word of any language. */
export const PLACE_SIGNAL = /^(?:[A-Za-z]:)?[A-Za-z_./\\~][^\s:(]{1,500}(?::\(?[\d.]|\(\d)/;
