import { join, relative } from "node:path";
import type { Env } from "@/server/core/env/env.ts";
import { localOrigin } from "@/server/core/env/public-origin.ts";

/** Start message of the launcher: the address, and the sign-ins of the demo data for an embedded database. */
export function describeStart(settings: Env, dataDir: string, tookMs: number): string {
  const lines = [
    "",
    `Drydock is running on ${localOrigin(settings.HOST, settings.PORT)} (started in ${(tookMs / 1000).toFixed(1)} s)`,
  ];
  if (settings.mode === "embedded") lines.push("", ...describeDemo(dataDir));
  return [...lines, ""].join("\n");
}

function describeDemo(dataDir: string): string[] {
  const secrets = formatPath(join(dataDir, "secrets.json"));
  const signIns = DEMO_SIGN_INS.map(([email, role]) => `  ${email.padEnd(20)} ${role}`);
  return ["Demo accounts (password drydock-demo):", ...signIns, "", `Generated secrets: ${secrets}`];
}

/** Path relative to the working directory, or absolute outside of it. */
function formatPath(path: string): string {
  const relativePath = relative(process.cwd(), path);
  return relativePath.startsWith("..") ? path : relativePath;
}

const DEMO_SIGN_INS = [
  ["admin@drydock.test", "Super Admin"],
  ["owner@acme.test", "Owner, Acme Studio"],
  ["dev@acme.test", "Developer, Acme Studio"],
  ["viewer@acme.test", "Viewer, Acme Studio"],
  ["dev@globex.test", "Developer, Globex"],
] as const;
