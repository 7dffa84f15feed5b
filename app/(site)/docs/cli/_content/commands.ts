import type { FieldRule } from "@/app/(site)/docs/_components/field-list.tsx";
import { ITEM_CATEGORIES } from "@/shared/vocabulary.ts";

export interface CommandDoc {
  /** Without `cli`: "plugin create". */
  name: string;
  usage: string;
  about: string[];
  options: FieldRule[];
  /** Meaning of its exit codes, beyond the common table. */
  ends?: string;
}

const JSON_OPTION: FieldRule = { name: "--json", rule: "Print one JSON document." };

const API_OPTIONS: FieldRule[] = [
  { name: "--api-url <url>", rule: "Address of the platform. Default: `CLI_API_URL`." },
  {
    name: "--token <token>",
    rule: "API token. Default: `CLI_TOKEN`. Prefer the variable: command lines are visible to other users.",
  },
  JSON_OPTION,
];

const ALLOW_SECRETS: FieldRule = {
  name: "--allow-secrets",
  rule: "Include files that look like secrets, with a warning.",
};

const WAIT_OPTIONS: FieldRule[] = [
  {
    name: "--wait",
    rule: "Wait for the decision. Ctrl-C only stops waiting.",
  },
  {
    name: "--timeout <duration>",
    rule: "Maximum wait, such as `30s`, `10m` or `2h`. Default: `1h`.",
  },
];

const BUILD_WAIT_OPTIONS: FieldRule[] = [
  { name: "--wait", rule: "Wait until the build ends. Ctrl-C only stops waiting." },
  { name: "--timeout <duration>", rule: "Maximum wait, such as `30s`, `10m` or `2h`. Default: unlimited." },
];

const BUILD_OUTCOMES = "With `--wait`: 0 completed, 1 failed, 4 on timeout.";

const OUTCOMES = "With `--wait`: 0 approved, 3 rejected, 4 still pending.";

/** Every command with all its options; a test compares them with the program's help. */
export const commandGroups: { id: string; title: string; commands: CommandDoc[] }[] = [
  {
    id: "plugins",
    title: "Plugins",
    commands: [
      {
        name: "plugin create",
        usage: "cli plugin create <name> --type <app|system>",
        about: [
          "Creates a plugin project: TypeScript sources, `plugin.json`, README, changelog, ignore file and a test. Never overwrites a non-empty folder.",
        ],
        options: [
          {
            name: "--type <type>",
            rule: "`app` for apps, `system` for the platform. Default: prompt.",
          },
          {
            name: "--api-url <url>",
            rule: "Address used for the JSON schema. Default: `CLI_API_URL`, then the default address of a local server.",
          },
          JSON_OPTION,
        ],
      },
      {
        name: "plugin validate",
        usage: "cli plugin validate [folder] [--api-url <url> --token <token>]",
        about: [
          "Runs all publishing checks and lists every problem: `plugin.json`, files and paths, secrets, archive size and changelog section.",
          "Works offline, but then does not decode JPEG and WebP images. With `--api-url` or `--token`, also checks slug, version, archive and permissions on the platform, like `cli plugin publish --dry-run`.",
          "Also shows findings of the automated checks with file, line and fix. Findings don’t change the exit code.",
        ],
        options: [ALLOW_SECRETS, ...API_OPTIONS],
        ends: "1 if a check fails.",
      },
      {
        name: "plugin build",
        usage: "cli plugin build [folder]",
        about: [
          "Validates the plugin and builds `<slug>-<version>.tar.gz`. Shows files, sizes and the digest, and warns about large files.",
          "Bundles `source`, or an entry in TypeScript, and the packages it imports into one unminified JavaScript file with a source map. The archive also contains the sources. Node.js built-in modules stay external. An entry in JavaScript without `source` is not bundled.",
          "Fails on files that look like secrets until they are ignored: environment files, registry tokens, private keys, key stores, cloud credentials and service tokens.",
        ],
        options: [ALLOW_SECRETS, JSON_OPTION],
      },
      {
        name: "plugin publish",
        usage: "cli plugin publish [folder] --api-url <url> --token <token>",
        about: [
          "Validates and builds the plugin, registers it if new, uploads the archive and submits the version with its section of `CHANGELOG.md` or the manifest’s `changelog`. Prints the status, queue position, typical wait and link. The version is listed once a moderator approves it.",
          "The section ends at the next version heading of any level. Reference links, images and footnotes it uses are included. Supports headings of Keep a Changelog, Conventional Commits, semantic-release and Changesets, setext headings and `name@1.2.1`.",
          "Safe to repeat after a failure: a version is never submitted twice.",
        ],
        options: [
          ...WAIT_OPTIONS,
          {
            name: "--dry-run",
            rule: "Run all checks, including on the platform, without changes.",
          },
          ALLOW_SECRETS,
          ...API_OPTIONS,
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
        usage: "cli listing status <listingId>",
        about: [
          "Shows a listing’s status: queue position and due time, or the decision with reason, fix and comment, and the latest messages.",
        ],
        options: [...WAIT_OPTIONS, ...API_OPTIONS],
        ends: OUTCOMES,
      },
      {
        name: "listing withdraw",
        usage: "cli listing withdraw <listingId>",
        about: ["Withdraws a listing. Its version number can’t be reused."],
        options: API_OPTIONS,
      },
      {
        name: "listing reply",
        usage: "cli listing reply <listingId> <text>",
        about: [
          "Sends a message to the moderators. Replies appear on the listing’s page and in `cli listing status`.",
        ],
        options: API_OPTIONS,
      },
    ],
  },
  {
    id: "builds",
    title: "Apps and builds",
    commands: [
      {
        name: "apps list",
        usage: "cli apps list",
        about: ["Lists the apps of the token’s workspace with their slugs and IDs. Requires `BUILDS_READ`."],
        options: API_OPTIONS,
      },
      {
        name: "installations list",
        usage: "cli installations list --app <app>",
        about: [
          "Lists the plugins and the theme of an app with version, status and accepted permissions; without `--app`, the system plugins of the workspace. Requires `BUILDS_READ`.",
        ],
        options: [{ name: "--app <app>", rule: "App, by slug or ID." }, ...API_OPTIONS],
      },
      {
        name: "install",
        usage: "cli install app-plugin/route-cache@1.5.0 --app <app>",
        about: [
          "Installs an item, or changes its version or update policy. Default: the highest release whose rollout is not on hold and was not rolled back. Requires `APPS_MANAGE`.",
          "Asks for consent to each permission that was not accepted before. Without a terminal, it fails and names them.",
          "Asks before it installs a named version whose rollout is on hold or was rolled back. Without a terminal, it prints the warning on standard error.",
        ],
        options: [
          { name: "--app <app>", rule: "App, by slug or ID. Required for app plugins and themes." },
          {
            name: "--updates <policy>",
            rule: "`MANUAL`, `PATCH` or `MINOR`. Default: the policy of the installation, `MANUAL` for a new one.",
          },
          {
            name: "--accept-permissions <names>",
            rule: "Permissions to accept without a prompt, separated by commas.",
          },
          {
            name: "--yes",
            rule: "Accept all permissions that the version requests, and install a version that is on hold.",
          },
          ...API_OPTIONS,
        ],
      },
      {
        name: "uninstall",
        usage: "cli uninstall app-plugin/route-cache --app <app>",
        about: [
          "Uninstalls an item and revokes consent to its permissions. Queued and running builds keep it. Requires `APPS_MANAGE`.",
        ],
        options: [
          { name: "--app <app>", rule: "App, by slug or ID. Required for app plugins and themes." },
          ...API_OPTIONS,
        ],
      },
      {
        name: "builds list",
        usage: "cli builds list --app <app>",
        about: ["Lists builds of an app, newest first. Requires `BUILDS_READ`."],
        options: [
          {
            name: "--app <app>",
            isRequired: true,
            rule: "App, by slug or ID.",
          },
          {
            name: "--status <status>",
            rule: "`QUEUED`, `IN_PROGRESS`, `COMPLETED` or `FAILED`; may be repeated.",
          },
          { name: "--platform <platform>", rule: "`ANDROID` or `IOS`; may be repeated." },
          { name: "--limit <count>", rule: "1 to 100. Default: 20." },
          ...API_OPTIONS,
        ],
      },
      {
        name: "builds create",
        usage: "cli builds create --app <app> --platform <platform> --app-version <version>",
        about: ["Queues a build of an app. Requires `BUILDS_CREATE`."],
        options: [
          { name: "--app <app>", isRequired: true, rule: "App, by slug or ID." },
          { name: "--platform <platform>", isRequired: true, rule: "`ANDROID` or `IOS`." },
          {
            name: "--app-version <version>",
            isRequired: true,
            rule: "Version of the app, 1 to 64 characters.",
          },
          { name: "--git-ref <ref>", rule: "Branch, tag or commit to build." },
          { name: "--git-commit <sha>", rule: "Commit of the ref, 7 to 64 hexadecimal digits." },
          { name: "--commit-message <text>", rule: "Commit message. Only the first line is stored." },
          ...BUILD_WAIT_OPTIONS,
          ...API_OPTIONS,
        ],
        ends: BUILD_OUTCOMES,
      },
      {
        name: "builds logs",
        usage: "cli builds logs <buildId> --follow",
        about: ["Prints the log of a build as a terminal would display it. Requires `BUILDS_READ`."],
        options: [
          { name: "--follow", rule: "Keep printing until the build ends. Ctrl-C only stops following." },
          ...API_OPTIONS,
        ],
        ends: "With `--follow`: 1 if the build failed.",
      },
      {
        name: "builds cancel",
        usage: "cli builds cancel <buildId>",
        about: ["Cancels a queued or running build. Requires `BUILDS_CREATE`."],
        options: API_OPTIONS,
      },
      {
        name: "builds retry",
        usage: "cli builds retry <buildId>",
        about: ["Queues a failed build again, from the same source. Requires `BUILDS_CREATE`."],
        options: [...BUILD_WAIT_OPTIONS, ...API_OPTIONS],
        ends: BUILD_OUTCOMES,
      },
      {
        name: "builds watch",
        usage: "cli builds watch <buildId>",
        about: ["Follows a build until it ends. Shows the end of the error log on failure."],
        options: [
          { name: "--timeout <duration>", rule: "Maximum time to follow. Default: unlimited." },
          ...API_OPTIONS,
        ],
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
        usage: "cli search photo --type app-plugin",
        about: ["Searches approved items. Needs no token."],
        options: [
          { name: "--api-url <url>", rule: "Address of the platform. Default: `CLI_API_URL`." },
          { name: "--type <type>", rule: "`app-plugin`, `system-plugin` or `theme`." },
          { name: "--category <category>", rule: "Category; may be repeated." },
          { name: "--publisher <slug>", rule: "Slug of the publisher." },
          { name: "--sort <order>", rule: "`relevance`, `latest`, `name` or `downloads`." },
          { name: "--limit <count>", rule: "1 to 100. Default: 20." },
          JSON_OPTION,
        ],
      },
    ],
  },
  {
    id: "account",
    title: "Account",
    commands: [
      {
        name: "completion",
        usage: "source <(cli completion bash)",
        about: ["Prints a completion script for `bash`, `zsh` or `fish`."],
        options: [],
      },
      {
        name: "whoami",
        usage: "cli whoami",
        about: ["Shows the token’s user, workspace, permissions and expiry."],
        options: API_OPTIONS,
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
