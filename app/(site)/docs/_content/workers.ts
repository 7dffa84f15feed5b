import { readBuildSecret } from "./quick-start";

/** Commands of the page on build workers for the server at `origin`. */
export const workerCommands = (origin: string) => ({
  demo: "npm start -- --with-worker",
  secret: readBuildSecret,
  start: [
    `npx --package ${origin}/worker.tgz drydock-worker \\`,
    `  --api-url ${origin} \\`,
    "  --platforms ANDROID \\",
    "  --id linux-builder-1 \\",
    '  --exec "./build.sh"',
  ].join("\n"),
  script: [
    "#!/bin/sh",
    "set -eu",
    "git init --quiet",
    "git remote add origin https://git.example.com/field-notes",
    `git fetch --quiet --depth 1 origin "\${GIT_REF:-HEAD}"`,
    "git checkout --quiet FETCH_HEAD",
    "./gradlew bundleRelease",
    'cp app/build/outputs/bundle/release/app-release.aab "$ARTIFACT"',
  ].join("\n"),
  inputs: [
    "$INPUTS/inputs.json                       list of all inputs",
    "$INPUTS/theme.json                        theme, if one is installed",
    "$INPUTS/app-plugin/offline-sync/          files of its archive",
    "$INPUTS/system-plugin/build-notifier/",
  ].join("\n"),
  inputList: [
    "[",
    '  { "type": "app-plugin", "slug": "offline-sync", "version": "1.2.0", "sha256": "6b86b2…" },',
    '  { "type": "theme", "slug": "paper-trail", "version": "1.0.0", "sha256": "d4735e…" }',
    "]",
  ].join("\n"),
  drain: "kill -QUIT <worker process ID>",
});

/** Environment variables of the build command. */
export const workerVariables = [
  { name: "BUILD_ID", rule: "Build ID." },
  { name: "APP_ID", rule: "App ID." },
  { name: "PLATFORM", rule: "`ANDROID` or `IOS`." },
  { name: "VERSION", rule: "Version." },
  { name: "GIT_REF", rule: "Branch, tag or commit. Empty if not set." },
  {
    name: "ARTIFACT",
    rule: "Path where the command must write the artifact: one non-empty file of up to 4 GiB, or a symbolic link to one.",
  },
  {
    name: "INPUTS",
    rule: "Directory with the installed plugins in `<type>/<slug>/`, verified by their SHA-256. `inputs.json` lists them; `theme.json` is the theme’s configuration.",
  },
] as const;

export const workerOptions = [
  { name: "--api-url", rule: "Address of the platform." },
  { name: "--exec", rule: "Shell command to run for each build, in an empty directory." },
  {
    name: "--secret",
    rule: "Build secret. Prefer the variable `BUILD_SECRET`: command lines are visible to other users.",
  },
  { name: "--platforms", rule: "Comma-separated platforms. Default: both." },
  {
    name: "--id",
    rule: "Unique worker name. Default: the host name.",
  },
  {
    name: "--spool",
    rule: "Directory for state that survives restarts. Default: `.worker`.",
  },
  { name: "--timeout", rule: "Build timeout, such as `45m`. Default: `1h`." },
  {
    name: "--no-artifact",
    rule: "Allow builds without an artifact. Default: they fail.",
  },
] as const;
