import { migrate } from "@/db/migrate.ts";
import { modeOf, rawEnv } from "@/server/core/env/env.ts";
import { createObjectStore } from "../storage/object-store.ts";
import { reportFailure } from "./run-command.ts";
import { seedPlatform } from "./seed-demo.ts";
import { withDatabase } from "./with-database.ts";

const NO_PASSWORDS = `The demo users have no passwords in this database. To set one: npm run --silent admin:create -- --email admin@drydock.test`;

/** `npm run db:seed`: migrates and seeds an empty database. Only an embedded one gets the well-known demo password. */
await withDatabase(async (url) => {
  await migrate(url);
  const { STORAGE_URL, STORAGE_CA_FILE, DATA_DIR = ".data" } = rawEnv();
  const withPassword = modeOf(rawEnv()) === "embedded";
  await seedPlatform(url, { withPassword }, createObjectStore(STORAGE_URL, DATA_DIR, STORAGE_CA_FILE));
  if (!withPassword) process.stdout.write(`${NO_PASSWORDS}\n`);
}).catch(reportFailure);
