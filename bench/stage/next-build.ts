import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** What the build is made of. */
const SOURCES = [
  new URL("../peers/next/next.config.js", import.meta.url),
  new URL("../peers/next/app/pools.js", import.meta.url),
  new URL("../peers/next/app/layout.js", import.meta.url),
  new URL("../peers/next/app/builder/[tenant]/page.js", import.meta.url),
  new URL("../peers/next/app/builder/[tenant]/builds/page.js", import.meta.url),
  new URL("../peers/next/app/api/trpc/builds.list/route.js", import.meta.url),
  new URL("../peers/next/app/api/trpc/marketplace.search/route.js", import.meta.url),
  new URL("../peers/next/app/api/apps/[appId]/builds/route.js", import.meta.url),
  new URL("../peers/next/app/api/builds/webhook/status/route.js", import.meta.url),
  new URL("../peers/next/app/api/marketplace/publish/route.js", import.meta.url),
  new URL("../peers/list-builds.ts", import.meta.url),
  new URL("../peers/pools.ts", import.meta.url),
  new URL("../peers/publish.ts", import.meta.url),
  new URL("../peers/query-builds.ts", import.meta.url),
  new URL("../peers/replay.ts", import.meta.url),
  new URL("../peers/report-build.ts", import.meta.url),
  new URL("../peers/search-marketplace.ts", import.meta.url),
  new URL("../data/ids.ts", import.meta.url),
  new URL("../data/world.ts", import.meta.url),
  new URL("../statements/list-builds.ts", import.meta.url),
  new URL("../statements/publish.ts", import.meta.url),
  new URL("../statements/report-build.ts", import.meta.url),
  new URL("../statements/statement.ts", import.meta.url),
  new URL("../../db/version-key.ts", import.meta.url),
  new URL("../../package-lock.json", import.meta.url),
];

export const NEXT_PEER = fileURLToPath(new URL("../peers/next", import.meta.url));
export const NEXT_COMMAND = createRequire(import.meta.url).resolve("next/dist/bin/next");

const STAMP = `${NEXT_PEER}/.next/sources.sha256`;

/** Builds the Next app of the comparison unless the build at hand is of these very sources. */
export async function buildNextPeer(log: (line: string) => void): Promise<void> {
  const hash = createHash("sha256");
  for (const source of SOURCES) hash.update(readFileSync(source)).update("\0");
  const sources = hash.digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return;
  log("Building the Next app of the comparison; this happens once");
  await runBuild();
  writeFileSync(STAMP, sources);
}

function runBuild(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [NEXT_COMMAND, "build"], {
      cwd: NEXT_PEER,
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`The build failed:\n\n${output}`)),
    );
  });
}
