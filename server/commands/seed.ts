import { migrate } from "../../db/migrate.ts";
import { rawEnv } from "../env.ts";
import { seedPlatform } from "../seed-demo.ts";
import { openObjectStore } from "../storage/object-store.ts";
import { fail } from "./fail.ts";
import { withDatabase } from "./with-database.ts";

/** `npm run db:seed`: fills an empty database with the demo data, after bringing it to the newest schema. */
await withDatabase(async (url) => {
  await migrate(url);
  const { STORAGE_URL, DATA_DIR = ".data" } = rawEnv();
  await seedPlatform(url, openObjectStore(STORAGE_URL, DATA_DIR));
}).catch(fail);
