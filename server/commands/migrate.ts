import { migrate } from "@/db/migrate.ts";
import { reportFailure } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

/** `npm run db:migrate`: migrates the database to the newest schema. */
await withDatabase(migrate).catch(reportFailure);
