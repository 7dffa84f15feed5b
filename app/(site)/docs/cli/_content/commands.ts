import type { FieldRule } from "@/app/(site)/docs/_components/field-list.tsx";
import { ITEM_CATEGORIES } from "@/shared/vocabulary.ts";

export interface CommandDoc {
  /** Without `cli`: "plugin create". */
  name: string;
  about: string[];
  /** Meaning of its exit codes, beyond the common table. */
  ends?: string;
}

const BUILD_OUTCOMES = "With `--wait`: 0 completed, 1 failed, 4 on timeout.";

const OUTCOMES = "With `--wait`: 0 approved, 3 rejected, 4 still pending.";

/** Description of each command. Usage and options are those of the program. */
export const commandGroups: { id: string; title: string; commands: CommandDoc[] }[] = [
  {
    id: "plugins",
    title: "Plugins",
    commands: [
      {
        name: "plugin create",
        about: [
          "Creates a plugin project: TypeScript sources, `plugin.json`, README, changelog, ignore file and a test. Asks for the type without `--type`. Never overwrites a non-empty folder.",
        ],
      },
      {
        name: "plugin validate",
        about: [
          "Runs all publishing checks and lists every problem: `plugin.json`, files and paths, secrets, archive size and changelog section.",
          "Works offline, but then does not decode JPEG and WebP images. With `--api-url` or `--token`, also checks slug, version, archive and permissions on the platform, like `cli plugin publish --dry-run`.",
          "Also shows findings of the automated checks with file, line and fix. Findings don’t change the exit code.",
        ],
        ends: "1 if a check fails.",
      },
      {
        name: "plugin build",
        about: [
          "Validates the plugin and builds `<slug>-<version>.tar.gz`. Shows files, sizes and the digest, and warns about large files.",
          "Bundles `source`, or an entry in TypeScript, and the packages it imports into one unminified JavaScript file with a source map. The archive also contains the sources. Node.js built-in modules stay external. An entry in JavaScript without `source` is not bundled.",
          "Fails on files that look like secrets until they are ignored: environment files, registry tokens, private keys, key stores, cloud credentials and service tokens.",
        ],
      },
      {
        name: "plugin publish",
        about: [
          "Validates and builds the plugin, registers it if new, uploads the archive and submits the version with its section of `CHANGELOG.md` or the manifest’s `changelog`. Prints the status, queue position, typical wait and link. The version is listed once a moderator approves it.",
          "The section ends at the next version heading of any level. Reference links, images and footnotes it uses are included. Supports headings of Keep a Changelog, Conventional Commits, semantic-release and Changesets, setext headings and `name@1.2.1`.",
          "Safe to repeat after a failure: a version is never submitted twice.",
        ],
        ends: OUTCOMES,
      },
    ],
  },
  {
    id: "listings",
    title: "Listings",
    commands: [
      {
        name: "listing status",
        about: [
          "Shows a listing’s status: queue position and due time, or the decision with reason, fix and comment, and the latest messages.",
        ],
        ends: OUTCOMES,
      },
      {
        name: "listing withdraw",
        about: ["Withdraws a listing. Its version number can’t be reused."],
      },
      {
        name: "listing reply",
        about: [
          "Sends a message to the moderators. Replies appear on the listing’s page and in `cli listing status`.",
        ],
      },
    ],
  },
  {
    id: "builds",
    title: "Apps and builds",
    commands: [
      {
        name: "apps list",
        about: ["Lists the apps of the token’s workspace with their slugs and IDs. Requires `BUILDS_READ`."],
      },
      {
        name: "installations list",
        about: [
          "Lists the plugins and the theme of an app with version, status and accepted permissions; without `--app`, the system plugins of the workspace. Requires `BUILDS_READ`.",
        ],
      },
      {
        name: "install",
        about: [
          "Installs an item, or changes its version or update policy. Default: the highest release whose rollout is not on hold and was not rolled back. Requires `APPS_MANAGE`.",
          "Asks for consent to each permission that was not accepted before. Without a terminal, it fails and names them.",
          "Asks before it installs a named version whose rollout is on hold or was rolled back. Without a terminal, it prints the warning on standard error.",
        ],
      },
      {
        name: "uninstall",
        about: [
          "Uninstalls an item and revokes consent to its permissions. Queued and running builds keep it. Requires `APPS_MANAGE`.",
        ],
      },
      {
        name: "builds list",
        about: ["Lists builds of an app, newest first. Requires `BUILDS_READ`."],
      },
      {
        name: "builds create",
        about: ["Queues a build of an app. Requires `BUILDS_CREATE`."],
        ends: BUILD_OUTCOMES,
      },
      {
        name: "builds logs",
        about: ["Prints the log of a build as a terminal would display it. Requires `BUILDS_READ`."],
        ends: "With `--follow`: 1 if the build failed.",
      },
      {
        name: "builds cancel",
        about: ["Cancels a queued or running build. Requires `BUILDS_CREATE`."],
      },
      {
        name: "builds retry",
        about: ["Queues a failed build again, from the same source. Requires `BUILDS_CREATE`."],
        ends: BUILD_OUTCOMES,
      },
      {
        name: "builds watch",
        about: ["Follows a build until it ends. Shows the end of the error log on failure."],
        ends: "1 if the build failed, 4 on timeout.",
      },
    ],
  },
  {
    id: "marketplace",
    title: "Marketplace",
    commands: [
      {
        name: "search",
        about: ["Searches approved items. Needs no token."],
      },
    ],
  },
  {
    id: "account",
    title: "Account",
    commands: [
      {
        name: "completion",
        about: ["Prints a completion script for `bash`, `zsh` or `fish`: `source <(cli completion bash)`."],
      },
      {
        name: "whoami",
        about: ["Shows the token’s user, workspace, permissions and expiry."],
      },
    ],
  },
];

export const exitCodes = [
  { code: 0, meaning: "Success." },
  { code: 1, meaning: "Failed. See standard error." },
  { code: 2, meaning: "Wrong usage: unknown command, option or value." },
  { code: 3, meaning: "Rejected by moderation." },
  { code: 4, meaning: "Still pending after the timeout or when the output was closed." },
  { code: 130, meaning: "Interrupted with Ctrl-C." },
];

export const setUp = {
  inCheckout: "npm ci && npm run build\nnpx cli --help",
  elsewhere: (origin: string) => `npm install --global ${origin}/cli.tgz\ncli --version`,
  environment: (origin: string) =>
    [
      `export CLI_API_URL=${origin}`,
      "export CLI_TOKEN=$(npm run --silent token -- --email dev@acme.test --tenant acme \\",
      "  --permission MARKETPLACE_PUBLISH --permission BUILDS_READ \\",
      "  --permission BUILDS_CREATE --permission APPS_MANAGE --expires 1h)",
    ].join("\n"),
  firstPlugin: [
    "cli plugin create trail-notes --type app",
    "cd trail-notes",
    "cli plugin build",
    "cli plugin publish --wait --timeout 10m",
  ].join("\n"),
  pipeline: "cli plugin publish --wait --timeout 2h --json > listing.json",
};

export const manifestFields: FieldRule[] = [
  { name: "name", isRequired: true, rule: "Display name, up to 80 characters." },
  {
    name: "slug",
    isRequired: true,
    rule: "Used in URLs: lowercase words joined by hyphens, 3 to 64 characters. Permanent.",
  },
  { name: "type", isRequired: true, rule: "`app` or `system`." },
  {
    name: "version",
    isRequired: true,
    rule: "Semantic version. Each can be submitted once.",
  },
  { name: "description", isRequired: true, rule: "Description, up to 5,000 characters." },
  { name: "entry", isRequired: true, rule: "File that runs. Must be in the archive." },
  {
    name: "source",
    rule: "File that `cli plugin build` bundles into `entry`. Default: an entry in TypeScript, bundled into `dist/index.js`.",
  },
  {
    name: "permissions",
    rule: "Requested permissions. Adding one requires at least a minor release.",
  },
  {
    name: "icon",
    rule: "Path of a PNG, JPEG or WebP in the archive: square, 128 to 1,024 pixels, up to 512 KiB.",
  },
  {
    name: "screenshots",
    rule: "Up to 8 objects with `path` and `alt`. Images of 240 to 4,096 pixels, up to 4 MiB each.",
  },
  { name: "categories", rule: `Up to 3 of ${ITEM_CATEGORIES.map((one) => `\`${one}\``).join(", ")}.` },
  { name: "keywords", rule: "Up to 10 search keywords of 2 to 30 characters." },
  { name: "license", rule: "SPDX expression, such as `MIT` or `(MIT OR Apache-2.0)`." },
  { name: "homepage", rule: "https URL." },
  { name: "repository", rule: "https URL of the source code." },
  { name: "bugs", rule: "https URL of the issue tracker." },
  { name: "minPlatformVersion", rule: "Minimum platform version." },
  { name: "changelog", rule: "Changelog, if there is no `CHANGELOG.md`." },
];
