import type { Failure, Scene } from "./failure.ts";

const RED = "\u001b[31m";
const GREEN = "\u001b[32m";
const YELLOW = "\u001b[33m";
const DIM = "\u001b[2m";
const PLAIN = "\u001b[0m";

/** How the JavaScript side of an app fails, before either platform's own tools begin. */
export const SCRIPT_FAILURES: readonly Failure[] = [
  { describe: failToInstall },
  { describe: failTests },
  { describe: getKilled, lineEnd: "\r\n" },
];

function failToInstall({ app, version }: Scene): string[] {
  const code = `${RED}npm error${PLAIN}`;
  return [
    `$ npm ci`,
    `${YELLOW}npm warn${PLAIN} ERESOLVE overriding peer dependency`,
    `${code} code ERESOLVE`,
    `${code} ERESOLVE could not resolve`,
    code,
    `${code} While resolving: ${app.slug}@${version}`,
    `${code} Found: react@19.1.0`,
    `${code} node_modules/react`,
    `${code}   react@"19.1.0" from the root project`,
    code,
    `${code} Could not resolve dependency:`,
    `${code} peer react@"^18.2.0" from signature-pad-native@3.4.1`,
    `${code} node_modules/signature-pad-native`,
    code,
    `${code} Fix the upstream dependency conflict, or retry this command with --force or --legacy-peer-deps`,
    `${code} to accept an incorrect (and potentially broken) dependency resolution.`,
  ];
}

function failTests({ app, random }: Scene): string[] {
  const line = random.integer(24, 160);
  return [
    `$ npm test`,
    ` ${GREEN}PASS${PLAIN} src/drafts/store.test.ts`,
    ` ${GREEN}PASS${PLAIN} src/photos/resize.test.ts`,
    ` ${RED}FAIL${PLAIN} src/sync/queue.test.ts`,
    `  ${RED}● sync queue › keeps the order of drafts that were saved offline${PLAIN}`,
    "",
    "    expect(received).toEqual(expected) // deep equality",
    "",
    `    ${GREEN}- Expected  - 1${PLAIN}`,
    `    ${RED}+ Received  + 1${PLAIN}`,
    "",
    "      Array [",
    `    ${RED}+   "draft-3",${PLAIN}`,
    '        "draft-1",',
    '        "draft-2",',
    `    ${GREEN}-   "draft-3",${PLAIN}`,
    "      ]",
    "",
    `      ${DIM}${line} |${PLAIN}   await queue.flush();`,
    `    ${RED}>${PLAIN} ${line + 1} ${DIM}|${PLAIN}   expect(server.received).toEqual(["draft-1", "draft-2", "draft-3"]);`,
    `      ${DIM}at Object.<anonymous> (/builds/${app.slug}/src/sync/queue.test.ts:${line + 1}:27)${PLAIN}`,
    "",
    `Tests:       ${RED}1 failed${PLAIN}, ${GREEN}${random.integer(180, 420)} passed${PLAIN}`,
    "npm error Lifecycle script `test` failed with error: exit code 1",
  ];
}

function getKilled({ app, random }: Scene): string[] {
  return [
    "$ npx react-native bundle --platform all --dev false --minify true",
    `Bundling ${app.name} with Metro`,
    "warning: the transform cache was reset.",
    `<--- Last few GCs --->`,
    `[${random.integer(2_000, 9_000)}:0x5f3c2e0]   181204 ms: Mark-Compact 4035.9 (4129.7) -> 4022.1 (4131.4) MB, 2210.4 / 0.0 ms  (average mu = 0.103) allocation failure; scavenge might not succeed`,
    "<--- JS stacktrace --->",
    "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
    "----- Native stack trace -----",
    " 1: 0xb8d0a3 node::OOMErrorHandler(char const*, v8::OOMDetails const&) [node]",
    " 2: 0xf06250 v8::Utils::ReportOOMFailure(v8::internal::Isolate*, char const*, v8::OOMDetails const&) [node]",
    "Killed: 9",
    "The bundler exited with status 137: the worker ran out of memory.",
  ];
}
