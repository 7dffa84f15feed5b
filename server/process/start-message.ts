import { createServer } from "node:net";
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

/**
 * Preflight check that host and port can be bound, before slow steps such as the build.
 * @throws Error with reason and remedy when they cannot
 */
export async function checkAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: "the port is in use",
      EACCES: "permission denied",
    };
    throw new Error(
      `Cannot listen on ${host}:${port}: ${reasons[code] ?? code}. Set PORT or HOST to another value.`,
    );
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
