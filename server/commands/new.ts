import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addRoute, addRouter, domainFiles, domainNames } from "./domain-template.ts";

const USAGE = `npm run new -- <domain> [--rest]
Creates the files of a domain below server/ and adds its router to server/router.ts; with --rest also a REST route.`;

const BIOME = fileURLToPath(new URL("../../node_modules/.bin/biome", import.meta.url));

/** `npm run new`: works in the current directory. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rest: { type: "boolean", default: false } },
  });
  createDomain(positionals[0] ?? "", values.rest);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}

/** @throws Error when the domain exists, or the name is none */
function createDomain(name: string, rest: boolean): void {
  const names = domainNames(name);
  if (existsSync(join("server", names.folder))) throw new Error(`server/${names.folder} exists.`);
  const files = {
    ...domainFiles(names, { rest }),
    "server/router.ts": addRouter(readFileSync("server/router.ts", "utf8"), names),
    ...(rest && { "server/rest.ts": addRoute(readFileSync("server/rest.ts", "utf8"), names) }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  execFileSync(BIOME, ["check", "--write", ...Object.keys(files)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.stdout.write(`${Object.keys(files).join("\n")}\n`);
  if (rest) {
    process.stdout.write(
      `\nDescribe get${names.pascal} in app/(site)/docs/api/_content before you run the tests.\n`,
    );
  }
}
