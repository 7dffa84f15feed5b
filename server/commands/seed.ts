import { migrate } from "../../db/migrate.ts";
import { seedDemo } from "../../db/seed/index.ts";
import { fail } from "./fail.ts";
import { withDatabase } from "./with-database.ts";

/** `npm run db:seed`: fills an empty database with the demo data, after bringing it to the newest schema. */
await withDatabase(async (url) => {
  await migrate(url);
  await seedDemo(url);
}).catch(fail);
