import { demo } from "./quick-start";

/** Commands of the page on build workers. */
export const workerCommands = {
  demo: "npm start -- --with-worker",
  secret: "export BUILD_SECRET=$(node -p 'require(\"./.data/secrets.json\").BUILD_SERVER_SECRET')",
  start: [
    "npm run worker -- \\",
    `  --api-url ${demo.origin} \\`,
    "  --platforms ANDROID \\",
    "  --id linux-builder-1 \\",
    '  --exec "./build.sh"',
  ].join("\n"),
  script: [
    "#!/bin/sh",
    "set -eu",
    'git clone --depth 1 --branch "$GIT_REF" https://git.example.com/field-notes .',
    "./gradlew bundleRelease",
    'cp app/build/outputs/bundle/release/app-release.aab "$ARTIFACT"',
  ].join("\n"),
  drain: "kill -QUIT <the worker's process>",
} as const;

/** Environment variables of the build command. */
export const workerVariables = [
  { name: "BUILD_ID", rule: "The build." },
  { name: "APP_ID", rule: "The app that it is a build of." },
  { name: "PLATFORM", rule: "ANDROID or IOS." },
  { name: "VERSION", rule: "The version, as users will see it." },
  { name: "GIT_REF", rule: "The branch, tag or commit; empty when none was given." },
  {
    name: "ARTIFACT",
    rule: "Where to put the file that was built: one file that is not empty, up to 4 GiB. A link to one counts.",
  },
] as const;

export const workerOptions = [
  { name: "--api-url", rule: "Where the platform is." },
  { name: "--exec", rule: "The command, run by the shell in an empty directory." },
  {
    name: "--secret",
    rule: "Better given as the variable BUILD_SECRET: others on the machine see a command line.",
  },
  { name: "--platforms", rule: "ANDROID, IOS or both with a comma; both unless you say otherwise." },
  {
    name: "--id",
    rule: "The worker's name, the machine's unless you say otherwise. No two workers have the same.",
  },
  {
    name: "--spool",
    rule: "Where it keeps what has to survive a restart; .worker unless you say otherwise.",
  },
  { name: "--timeout", rule: "How long a build may run, like 45m; an hour unless you say otherwise." },
  {
    name: "--no-artifact",
    rule: "Builds may leave no artifact; without this option such a build has failed.",
  },
] as const;
