import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addRoute, addRouter, type DomainOptions, domainFiles, domainNames } from "./domain-template.ts";

const USAGE = `npm run new -- <shelf>/<noun> [--rest | --admin]
Creates the files of a domain in server/domains/<shelf>/<noun> and adds its router to server/router.ts, such as moderation/notes.
  --rest   also a REST route
  --admin  for Super Admins: admin-router.ts instead of router.ts`;

const BIOME = fileURLToPath(new URL("../../node_modules/.bin/biome", import.meta.url));

/** `npm run new`: works in the current directory. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rest: { type: "boolean", default: false }, admin: { type: "boolean", default: false } },
  });
  createDomain(positionals[0] ?? "", values);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}

/** @throws Error for a path that is not free on an existing shelf */
function createDomain(path: string, options: DomainOptions): void {
  const names = domainNames(path);
  if (!existsSync(dirname(names.folder))) throw new Error(`${dirname(names.folder)} does not exist.`);
  if (existsSync(names.folder)) throw new Error(`${names.folder} exists.`);
  const files = {
    ...domainFiles(names, options),
    "server/router.ts": addRouter(readFileSync("server/router.ts", "utf8"), names, options),
    ...(options.rest && { "server/rest.ts": addRoute(readFileSync("server/rest.ts", "utf8"), names) }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  execFileSync(BIOME, ["check", "--write", ...Object.keys(files)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.stdout.write(`${Object.keys(files).join("\n")}\n`);
  if (options.rest) {
    process.stdout.write(
      `\nDescribe get${names.pascal} in app/(site)/docs/api/_content before you run the tests.\n`,
    );
  }
}
