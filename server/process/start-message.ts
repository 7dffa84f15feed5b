import { join, relative } from "node:path";
import type { Env } from "../platform/env/env.ts";

/** Start message of the launcher: the address, and the sign-ins of the demo data for an embedded database. */
export function describeStart(settings: Env, dataDir: string, tookMs: number): string {
  const lines = ["", `Drydock runs on ${describeAddress(settings)} (after ${(tookMs / 1000).toFixed(1)} s)`];
  if (settings.mode === "embedded") lines.push("", ...describeDemo(dataDir));
  return [...lines, ""].join("\n");
}

function describeAddress({ HOST, PORT }: Env): string {
  const host = ["0.0.0.0", "::", ""].includes(HOST) ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

function describeDemo(dataDir: string): string[] {
  const secrets = formatPath(join(dataDir, "secrets.json"));
  const signIns = DEMO_SIGN_INS.map(([email, role]) => `  ${email.padEnd(20)} ${role}`);
  return ["Sign in with the password drydock-demo as", ...signIns, "", `Generated secrets are in ${secrets}`];
}

/** Path relative to the working directory, or absolute outside of it. */
function formatPath(path: string): string {
  const relativePath = relative(process.cwd(), path);
  return relativePath.startsWith("..") ? path : relativePath;
}

const DEMO_SIGN_INS = [
  ["admin@drydock.test", "Super Admin"],
  ["owner@acme.test", "owner of Acme Studio"],
  ["dev@acme.test", "developer of Acme Studio"],
  ["viewer@acme.test", "viewer of Acme Studio"],
  ["dev@globex.test", "developer of Globex"],
] as const;
