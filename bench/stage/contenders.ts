import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { RUNNER } from "../../server/programs.ts";
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

export const startFastify = (databaseUrl: string): Promise<ServerProcess> =>
  startServer(["--import", "tsx", fileURLToPath(new URL("../peers/fastify.ts", import.meta.url))], {
    DATABASE_URL: databaseUrl,
  });

export const startNext = (databaseUrl: string): Promise<ServerProcess> =>
  startServer([NEXT_COMMAND, "start", "--hostname", "127.0.0.1"], { DATABASE_URL: databaseUrl }, NEXT_PEER);
