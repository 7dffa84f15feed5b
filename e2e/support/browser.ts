import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const FLAGS = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Browser of the tests: `CHROMIUM_PATH`, the system's Chromium, or the one in its npm package, so `npm ci` suffices. */
export async function findBrowser(): Promise<BrowserLaunch> {
  const installed = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium"].find(
    (path) => path && existsSync(path),
  );
  // Chromium's sandbox needs privileges that containers and root do not give; tests open their own pages only.
  const args = ["--no-sandbox", ...FLAGS];
  if (installed) return { executablePath: installed, args, env: environment() };
  return { executablePath: await unpackBrowser(), args, env: environment() };
}

async function unpackBrowser(): Promise<string> {
  const directory = join(tmpdir(), `drydock-browser-${userInfo().uid}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const originalDirectory = process.env["TMPDIR"];
  // The package unpacks below TMPDIR, and its libraries only on AWS Lambda.
  process.env["TMPDIR"] = directory;
  process.env["AWS_LAMBDA_JS_RUNTIME"] = "nodejs20.x";
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const path = await chromium.executablePath();
    patchFontConfig(directory);
    return path;
  } finally {
    if (originalDirectory === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = originalDirectory;
  }
}

/** Patches the package's font configuration, which expects /tmp; Chromium crashes without a font. */
function patchFontConfig(directory: string): void {
  const file = join(directory, "fonts", "fonts.conf");
  const fonts = join(directory, "fonts");
  const original = readFileSync(file, "utf8");
  const patched = original.replaceAll(/<dir>[^<]*<\/dir>/g, `<dir>${fonts}</dir>`);
  if (patched !== original) writeFileSync(file, patched);
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
  );
}
