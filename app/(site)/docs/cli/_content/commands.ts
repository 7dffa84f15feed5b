import type { FieldRule } from "../../_components/field-list";

export interface CommandDoc {
  /** Without `cli`: "plugin create". */
  name: string;
  usage: string;
  about: string[];
  options: FieldRule[];
  /** Meaning of its exit codes, beyond the common table. */
  ends?: string;
}

const JSON_OPTION: FieldRule = { name: "--json", rule: "Prints one JSON document on standard output." };

const API_OPTIONS: FieldRule[] = [
  { name: "--api-url <url>", rule: "The address of the platform; else `CLI_API_URL`." },
  {
    name: "--token <token>",
    rule: "The API token; else `CLI_TOKEN`, which other users of a machine cannot see.",
  },
  JSON_OPTION,
];

const ALLOW_SECRETS: FieldRule = {
  name: "--allow-secrets",
  rule: "Packs files although they look like secrets, and warns of them.",
};

const WAIT_OPTIONS: FieldRule[] = [
  {
    name: "--wait",
    rule: "Waits for the decision of the moderators. Ctrl-C stops the waiting, nothing else.",
  },
  {
    name: "--timeout <duration>",
    rule: "How long to wait: `30s`, `10m`, `2h`. One hour unless told otherwise.",
  },
];

const OUTCOMES = "With `--wait`: 0 approved, 3 rejected, 4 still pending when the time is up.";

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
          "Starts a plugin in a new folder of that name: TypeScript sources, `plugin.json` with its schema, a README, a changelog, an ignore file and a test. The folder is made whole or not at all; one with something in it is refused.",
        ],
        options: [
          {
            name: "--type <type>",
            rule: "`app` for a plugin that runs in apps, `system` for one that runs on the platform. Asked for on a terminal.",
          },
          {
            name: "--api-url <url>",
            rule: "Where `plugin.json` finds its schema; else `CLI_API_URL`, else `http://127.0.0.1:3000`.",
          },
          JSON_OPTION,
        ],
      },
      {
        name: "plugin validate",
        usage: "cli plugin validate [folder] [--api-url <url> --token <token>]",
        about: [
          "Checks everything for which publishing would fail, and names all of it: `plugin.json`, the files and their paths, secrets, the size of the archive, the section of the changelog. The archive is packed in memory and judged by the platform's own code.",
          "It needs no connection. With `--api-url` or `--token` the platform is asked too, as by `cli plugin publish --dry-run`: whether the slug is free, the version may follow those before it, the archive may follow the one before, and the token permits it. The environment alone does not make it ask.",
          "It also shows what the automated checks will find in them, with file, line and cure. Findings inform moderators and refuse nothing, so they do not change how the command ends.",
        ],
        options: [ALLOW_SECRETS, ...API_OPTIONS],
        ends: "1 when a rule is broken.",
      },
      {
        name: "plugin build",
        usage: "cli plugin build [folder]",
        about: [
          "Checks the plugin and packs it into `<slug>-<version>.tar.gz` beside its manifest. Shows the files, their sizes and the digest, and warns of what is very large.",
          "Files with what looks like a secret stop it, each by name, until they are ignored: environment files, registry tokens, private keys, key stores, credentials of clouds, tokens of well-known services.",
        ],
        options: [ALLOW_SECRETS, JSON_OPTION],
      },
      {
        name: "plugin publish",
        usage: "cli plugin publish [folder] --api-url <url> --token <token>",
        about: [
          "Checks and packs the plugin, registers it when it is new, uploads the archive and hands the version in with its section of `CHANGELOG.md`, or else with the manifest's `changelog`. Then it says the state, the place in the queue, the usual wait and where to look. The version is on the marketplace once a moderator has approved it.",
          "The section is what stands below the version's heading, up to the heading of another version, whatever their ranks; links, pictures and notes that it uses are taken along from the rest of the file. Headings may be those of Keep a Changelog, Conventional Commits, semantic-release or Changesets, underlined ones, or `name@1.2.1`.",
          "After a cut or a crash run it again: what has arrived is found again, and the same version is never handed in twice.",
        ],
        options: [
          ...WAIT_OPTIONS,
          {
            name: "--dry-run",
            rule: "Checks everything for which publishing would fail, with the platform too, also for a slug that is not registered yet; changes nothing.",
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
          "Shows the state of a listing: its place in the queue and when a decision is due, or the decision with its reason, how to fix it, and the comment; and what was written last about it.",
        ],
        options: [...WAIT_OPTIONS, ...API_OPTIONS],
        ends: OUTCOMES,
      },
      {
        name: "listing withdraw",
        usage: "cli listing withdraw <listingId>",
        about: ["Takes a listing back. Its version number stays used."],
        options: API_OPTIONS,
      },
      {
        name: "listing reply",
        usage: "cli listing reply <listingId> <text>",
        about: [
          "Writes to the moderators about a listing: an answer to their question, or why a rejection should be looked at again. Their answer is on the listing's page and in `cli listing status`.",
        ],
        options: API_OPTIONS,
      },
    ],
  },
  {
    id: "builds",
    title: "Builds",
    commands: [
      {
        name: "builds list",
        usage: "cli builds list --app <id>",
        about: ["The builds of an app, newest first. Needs the permission `BUILDS_READ`."],
        options: [
          {
            name: "--app <id>",
            isRequired: true,
            rule: "The app's identifier, as its page in the Builder shows it.",
          },
          {
            name: "--status <status>",
            rule: "`QUEUED`, `IN_PROGRESS`, `COMPLETED` or `FAILED`; may be repeated.",
          },
          { name: "--platform <platform>", rule: "`ANDROID` or `IOS`; may be repeated." },
          { name: "--limit <count>", rule: "1 to 100; 20 unless told otherwise." },
          ...API_OPTIONS,
        ],
      },
      {
        name: "builds watch",
        usage: "cli builds watch <buildId>",
        about: ["Follows a build until it ends. Of a failed one it shows the end of the error log."],
        options: [
          { name: "--timeout <duration>", rule: "How long to follow it; without end unless told otherwise." },
          ...API_OPTIONS,
        ],
        ends: "1 when the build failed, 4 when the time is up.",
      },
    ],
  },
  {
    id: "account",
    title: "Account",
    commands: [
      {
        name: "whoami",
        usage: "cli whoami",
        about: ["Whose token it is, for which tenant, what it permits and when it ends."],
        options: API_OPTIONS,
      },
    ],
  },
];

export const exitCodes = [
  { code: 0, meaning: "Done." },
  { code: 1, meaning: "Failed. What went wrong and what to do next stand on standard error." },
  { code: 2, meaning: "Wrong usage: a command, an option or a value that there is not." },
  { code: 3, meaning: "Rejected by moderation." },
  { code: 4, meaning: "Still pending when the time to wait was up, or nobody read the output any more." },
  { code: 130, meaning: "Interrupted with Ctrl-C." },
];

export const setUp = {
  inCheckout: "npm ci && npm run build\nnpx cli --help",
  elsewhere: 'alias cli="$PWD/dist/cli.cjs"\ncli --help',
  environment: [
    "export CLI_API_URL=http://127.0.0.1:3000",
    "export CLI_TOKEN=$(npm run --silent token -- --email dev@acme.test --tenant acme \\",
    "  --permission MARKETPLACE_PUBLISH --permission BUILDS_READ --expires 1h)",
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
  { name: "name", isRequired: true, rule: "What people see; up to 80 characters." },
  {
    name: "slug",
    isRequired: true,
    rule: "The name in addresses: lower-case words joined by hyphens, 3 to 64 characters. It stays.",
  },
  { name: "type", isRequired: true, rule: "`app` or `system`." },
  {
    name: "version",
    isRequired: true,
    rule: "A semantic version, above all before it. A number is used once.",
  },
  { name: "description", isRequired: true, rule: "What the plugin does; up to 5,000 characters." },
  { name: "entry", isRequired: true, rule: "The file that is loaded first. It has to be packed." },
  {
    name: "permissions",
    rule: "Names of what the plugin asks to be allowed. A release that asks for more is at least a minor one.",
  },
  { name: "homepage", rule: "An http or https address." },
  { name: "license", rule: "An SPDX identifier, such as `MIT`." },
  { name: "minPlatformVersion", rule: "The oldest version of the platform that it works with." },
  { name: "changelog", rule: "What is new, for those who keep no `CHANGELOG.md`." },
];
