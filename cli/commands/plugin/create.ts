import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseBaseUrl } from "@/cli/api/connection.ts";
import { type CommandContext, canPrompt } from "@/cli/context/context.ts";
import { CliError, interruptedError, usageError } from "@/cli/context/errors.ts";
import type { CreateOutput } from "@/cli/output/schemas.ts";
import { toPluginOutput } from "@/cli/project/project.ts";
import { createProjectFiles } from "@/cli/templates/project.ts";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { PluginManifest } from "@/shared/plugin/manifest.ts";

type PluginType = PluginManifest["type"];

interface CreateOptions {
  type?: PluginType;
  apiUrl?: string;
}

const DEFAULT_BASE_URL = "http://127.0.0.1:3000";

/** `cli plugin create`: creates a plugin from a template in a new folder, atomically. */
export async function run(context: CommandContext, name: string, options: CreateOptions) {
  const { reporter, cwd, env } = context;
  const { folder, slug, title } = parsePluginName(name);
  const target = join(cwd, folder);
  assertVacant(target, folder);
  const baseUrl = parseBaseUrl(options.apiUrl ?? (env["CLI_API_URL"]?.trim() || DEFAULT_BASE_URL));
  const type = options.type ?? (await promptForType(context));
  const files = createProjectFiles({ type, slug, title, schemaUrl: `${baseUrl}/schemas/plugin.json` });
  writeFiles(target, files);
  const manifest = PluginManifest.parse(JSON.parse(String(files["plugin.json"])));
  const paths = Object.keys(files).sort();
  reporter.printJson({ folder, plugin: toPluginOutput(manifest), files: paths } satisfies CreateOutput);
  const { bold, cyan, dim, green } = reporter.out;
  const kind = type === "app" ? "an app plugin" : "a system plugin";
  reporter.print(`${green("✓")} ${bold(`${folder}/`)} created with ${kind}\n`);
  reporter.print(paths.map((path) => `  ${dim(path)}`).join("\n"));
  const steps = [
    `cd ${/\s/.test(folder) ? `"${folder}"` : folder}`,
    "cli plugin build",
    "cli plugin publish",
  ];
  reporter.print(`\nNext\n${steps.map((step) => `  ${cyan(step)}`).join("\n")}`);
}

function assertVacant(target: string, folder: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (!stats || (stats.isDirectory() && readdirSync(target).length === 0)) return;
  throw new CliError({
    code: "FOLDER_EXISTS",
    message: `${folder} already exists${stats.isDirectory() ? " and is not empty" : ""}.`,
    hint: "Choose another name or remove it.",
  });
}

/** Prompt for the plugin type. @throws CliError without a terminal */
async function promptForType(context: CommandContext): Promise<PluginType> {
  if (!canPrompt(context)) {
    throw usageError("Plugin type required.", "Add --type app or --type system.");
  }
  const { isCancel, select } = await import("@clack/prompts");
  const type = await select<PluginType>({
    message: "Plugin type?",
    options: [
      { value: "app", label: "App", hint: "for apps" },
      { value: "system", label: "System", hint: "for the platform" },
    ],
    input: context.stdin,
    output: context.stderr,
  });
  if (!isCancel(type)) return type;
  throw interruptedError("Canceled. No files were created.", "Try again with --type app or --type system.");
}

function writeFiles(target: string, files: Record<string, string | Uint8Array>): void {
  const temporary = mkdtempSync(`${target}.tmp-`);
  try {
    const project = join(temporary, "project");
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), content);
    }
    if (existsSync(target)) rmdirSync(target);
    renameSync(project, target);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

interface PluginName {
  /** Name as given. */
  folder: string;
  slug: string;
  /** "Offline Sync". */
  title: string;
}

const HINT = "Use letters, digits and hyphens, such as offline-sync.";
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u;
/** Device names of Windows. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Folder, slug and title from a name in any case, with or without spaces. @throws CliError if it is a path or invalid */
export function parsePluginName(name: string): PluginName {
  if (!NAME.test(name) || /[ .]$/.test(name) || name.length > MAX_NAME_LENGTH) {
    throw usageError(`"${JSON.stringify(name).slice(1, -1)}" is not a valid name.`, HINT);
  }
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const slug = words.join("-");
  const parsed = PluginManifest.shape.slug.safeParse(slug);
  if (!parsed.success || RESERVED.test(name)) {
    const reason = parsed.error?.issues[0]?.message ?? "is reserved on some systems";
    throw usageError(`"${name}" can't be used: its slug "${slug}" ${reason}.`, HINT);
  }
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return { folder: name, slug, title };
}
