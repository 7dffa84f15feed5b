import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const QUIET = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * How to launch the browser for tests: `CHROMIUM_PATH`, else the system's Chromium, else the one that ships inside its
 * npm package, so that nothing has to be downloaded or installed beside `npm ci`.
 */
export async function findBrowser(): Promise<BrowserLaunch> {
  const installed = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium"].find(
    (path) => path && existsSync(path),
  );
  // Chromium's sandbox needs privileges that containers and root do not give; tests visit their own pages only.
  const args = ["--no-sandbox", ...QUIET];
  if (installed) return { executablePath: installed, args, env: environment() };
  return { executablePath: await unpackBrowser(), args, env: environment() };
}

async function unpackBrowser(): Promise<string> {
  const directory = join(tmpdir(), `drydock-browser-${userInfo().uid}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const outerDirectory = process.env["TMPDIR"];
  // The package unpacks below TMPDIR, and its own libraries only where it believes to run on this platform.
  process.env["TMPDIR"] = directory;
  process.env["AWS_LAMBDA_JS_RUNTIME"] = "nodejs20.x";
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const path = await chromium.executablePath();
    pointFontsAt(directory);
    return path;
  } finally {
    if (outerDirectory === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outerDirectory;
  }
}

/** The package's font configuration names the system's temporary folder, and Chromium crashes without any font. */
function pointFontsAt(directory: string): void {
  const file = join(directory, "fonts", "fonts.conf");
  const fonts = join(directory, "fonts");
  const original = readFileSync(file, "utf8");
  const pointed = original.replaceAll(/<dir>[^<]*<\/dir>/g, `<dir>${fonts}</dir>`);
  if (pointed !== original) writeFileSync(file, pointed);
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]),
  );
}
