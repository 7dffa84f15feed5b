import { migrate } from "../../db/migrate.ts";
import { modeOf, rawEnv } from "../platform/env/env.ts";
import { createObjectStore } from "../storage/object-store.ts";
import { fail } from "./run-command.ts";
import { seedPlatform } from "./seed-demo.ts";
import { withDatabase } from "./with-database.ts";

const NOBODY_SIGNS_IN = `Nobody in the demo data has a password here; npm run --silent admin:create -- --email admin@drydock.test prints one.`;

/**
 * `npm run db:seed`: fills an empty database with the demo data, after bringing it to the newest schema. An operator's
 * database gets no password that everybody knows.
 */
await withDatabase(async (url) => {
  await migrate(url);
  const { STORAGE_URL, DATA_DIR = ".data" } = rawEnv();
  const withPassword = modeOf(rawEnv()) === "embedded";
  await seedPlatform(url, { withPassword }, createObjectStore(STORAGE_URL, DATA_DIR));
  if (!withPassword) process.stdout.write(`${NOBODY_SIGNS_IN}\n`);
}).catch(fail);
