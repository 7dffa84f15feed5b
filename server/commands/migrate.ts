import { migrate } from "../../db/migrate.ts";
import { fail } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

/** `npm run db:migrate`: brings the database to the newest schema. */
await withDatabase(migrate).catch(fail);
