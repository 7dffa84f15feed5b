import { randomBytes, randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { writeFileAtomically } from "../atomic-write.ts";

/** Persistent settings of the embedded server, in `postgres.json` with mode 0600. */
export interface Settings {
  port: number;
  password: string;
  adminPassword: string;
}

export const loginRole = "drydock";
export const adminRole = "postgres";

export function readOrCreateSettings(dataDir: string): Settings {
  const path = settingsPath(dataDir);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as Settings;
  const settings = { port: pickPort(), password: generatePassword(), adminPassword: generatePassword() };
  return saveSettings(dataDir, settings);
}

/**
 * Settings with a free port, preferably the recorded one.
 * @throws Error when 50 random ports are in use
 */
export async function claimFreePort(dataDir: string, settings: Settings): Promise<Settings> {
  if (await isFree(settings.port)) return settings;
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = pickPort();
    if (await isFree(port)) return saveSettings(dataDir, { ...settings, port });
  }
  throw new Error("No free port was found for the embedded PostgreSQL on 127.0.0.1.");
}

export function describeUrls(settings: Settings): { url: string; adminUrl: string } {
  const address = `127.0.0.1:${settings.port}`;
  return {
    url: `postgres://${loginRole}:${settings.password}@${address}/drydock`,
    adminUrl: `postgres://${adminRole}:${settings.adminPassword}@${address}/postgres`,
  };
}

function saveSettings(dataDir: string, settings: Settings): Settings {
  writeFileAtomically(settingsPath(dataDir), `${JSON.stringify(settings, null, 2)}\n`, 0o600);
  return settings;
}

function settingsPath(dataDir: string): string {
  return join(dataDir, "postgres.json");
}

function generatePassword(): string {
  return randomBytes(24).toString("base64url");
}

/** Random port below the ephemeral range of every system, so that no outgoing connection takes it. */
function pickPort(): number {
  return randomInt(20_000, 32_000);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
