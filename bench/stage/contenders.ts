import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { RUNNER } from "../../server/process/build.ts";
import { NEXT_COMMAND, NEXT_PEER } from "./next-build.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

/** The secrets of the product under test; its database is thrown away with them. */
export const SECRETS = {
  API_TOKEN_SECRET: randomBytes(32).toString("base64url"),
  NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
  BUILD_SERVER_SECRET: randomBytes(32).toString("base64url"),
};

/** The product as `npm start` runs it. Its rate limits are lifted, since one machine calls for all of its callers. */
export function productSettings(databaseUrl: string, dataDir: string): Record<string, string> {
  return {
    ...SECRETS,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    NEXTAUTH_URL: "http://127.0.0.1",
    RATE_LIMIT_SCALE: "1000000",
  };
}

export const startFront = (settings: Record<string, string>): Promise<ServerProcess> =>
  startServer([RUNNER, "server/start.ts"], settings);

/** What the floors are told: where the database is, and the file of what they are to ask it. */
export interface PeerSettings extends Record<string, string> {
  DATABASE_URL: string;
  RECORDINGS: string;
}

export const startFastify = (settings: PeerSettings): Promise<ServerProcess> =>
  startServer(["--import", "tsx", fileURLToPath(new URL("../peers/fastify.ts", import.meta.url))], settings);

export const startNext = (settings: PeerSettings): Promise<ServerProcess> =>
  startServer([NEXT_COMMAND, "start", "--hostname", "127.0.0.1"], settings, NEXT_PEER);
