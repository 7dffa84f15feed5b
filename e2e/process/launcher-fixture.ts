import { execFile, execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { type Program, projectRoot, startCommand, startProgram, waitUntil } from "./program.ts";

export interface Launched extends Program {
  origin: string;
}

/** Starts the product on a data directory and a free port, on the Node of the tests or another, as this user or another. */
export async function launch(
  dataDir: string,
  settings: Record<string, string> = {},
  args: string[] = [],
  options: Parameters<typeof startProgram>[2] = {},
): Promise<Launched> {
  const { env, origin } = await createEnvironment(dataDir, settings);
  return { ...startProgram("server/start.ts", args, { env, ...options }), origin };
}

/** Starts the product with npm in a new process group, whose id is the pid. */
export async function launchWithNpm(dataDir: string): Promise<Launched> {
  const { env, origin } = await createEnvironment(dataDir, {});
  return { ...startCommand("npm", ["start"], { env, detached: true }), origin };
}

export async function waitUntilRunning(launched: Launched): Promise<void> {
  await launched.waitFor(/Drydock is running on/);
}

/** API token of Acme's developer, created by the token command. */
export async function createCliToken(
  dataDir: string,
  permissions: string[] = [],
  node = process.execPath,
): Promise<string> {
  const options = ["--email", "dev@acme.test", "--tenant", "acme"];
  const { stdout } = await promisify(execFile)(
    node,
    [
      "server/run.mjs",
      "server/commands/token.ts",
      ...options,
      ...permissions.flatMap((name) => ["--permission", name]),
    ],
    { cwd: projectRoot, env: { ...process.env, DATA_DIR: dataDir } },
  );
  return stdout.trim();
}

/** Status of a response, or null without one. */
export async function fetchStatus(launched: Launched, path: string): Promise<number | null> {
  try {
    const response = await fetch(launched.origin + path, { headers: { connection: "close" } });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

export async function waitUntilOk(launched: Launched, path: string): Promise<void> {
  await waitUntil(async () => (await fetchStatus(launched, path)) === 200);
}

/** Pids of a launcher's web processes. */
export const listWebProcesses = (launcherPid: number) => listPrograms(launcherPid, "server/web-process");

/** Pids of a web process's page processes. */
export const listPageProcesses = (webPid: number) => listPrograms(webPid, "server/pages/page-process");

function listPrograms(parentPid: number, name: string): number[] {
  try {
    const lines = execFileSync("pgrep", ["-P", String(parentPid), "-f", name], { encoding: "utf8" });
    return lines.trim().split("\n").map(Number);
  } catch {
    return [];
  }
}

async function createEnvironment(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ env: NodeJS.ProcessEnv; origin: string }> {
  const PORT = settings.PORT ?? String(await findFreePort());
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: "production", DATA_DIR: dataDir, ...settings, PORT } as const;
  return { env, origin: `http://127.0.0.1:${PORT}` };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject()));
    });
  });
}
