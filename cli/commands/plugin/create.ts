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
import { PluginManifest } from "../../../server/archives/manifest.ts";
import { readBaseUrl } from "../../api/access.ts";
import type { CreateDocument } from "../../documents.ts";
import { Failure } from "../../failure.ts";
import type { Session, Work } from "../../session.ts";
import { projectFiles } from "../../templates/project-files.ts";
import { choosePluginType } from "./choose-type.ts";
import { readPluginName } from "./plugin-name.ts";
import { KIND_OF, pickPlugin } from "./plugin-title.ts";

export interface CreateOptions {
  type?: PluginManifest["type"];
  apiUrl?: string;
}

const DEFAULT_BASE_URL = "http://127.0.0.1:3000";

/** Starts a plugin in a new folder of that name. The folder is there whole or not at all. */
export async function createPlugin(session: Session, given: string, options: CreateOptions): Work {
  const { folder, slug, title } = readPluginName(given);
  const target = join(session.cwd, folder);
  requireVacant(target, folder);
  const baseUrl = readBaseUrl(options.apiUrl ?? session.env["CLI_API_URL"] ?? DEFAULT_BASE_URL);
  const type = options.type ?? (await choosePluginType(session));
  const files = projectFiles({ type, slug, title, schemaUrl: `${baseUrl}/schemas/plugin.json` });
  writeProject(target, files);
  const manifest = PluginManifest.parse(JSON.parse(files["plugin.json"] ?? ""));
  const { reporter } = session;
  const paths = Object.keys(files).sort();
  reporter.document({ folder, plugin: pickPlugin(manifest), files: paths } satisfies CreateDocument);
  const { bold, cyan, dim, green } = reporter.out;
  const kind = KIND_OF[type];
  reporter.print(`${green("✓")} ${bold(`${folder}/`)} holds ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}\n`);
  reporter.print(paths.map((path) => `  ${dim(path)}`).join("\n"));
  const steps = [
    `cd ${/\s/.test(folder) ? `"${folder}"` : folder}`,
    "cli plugin build",
    "cli plugin publish",
  ];
  reporter.print(`\nNext\n${steps.map((step) => `  ${cyan(step)}`).join("\n")}`);
  return undefined;
}

function requireVacant(target: string, folder: string): void {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (!found || (found.isDirectory() && readdirSync(target).length === 0)) return;
  throw new Failure({
    code: "FOLDER_EXISTS",
    message: `${folder} is there already${found.isDirectory() ? " and not empty" : ""}.`,
    hint: "Choose another name, or move what is there out of the way.",
  });
}

function writeProject(target: string, files: Record<string, string>): void {
  const unfinished = mkdtempSync(`${target}.tmp-`);
  try {
    const project = join(unfinished, "project");
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    if (existsSync(target)) rmdirSync(target);
    renameSync(project, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
