import { once } from "node:events";
import { join } from "node:path";
import { start } from "node:repl";
import { pathToFileURL } from "node:url";
import { tsImport } from "tsx/esm/api";
import * as schema from "@/db/schema/index.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { getUserByEmail } from "@/server/domains/accounts/users/accounts.ts";
import { enterTenantBySlug } from "../auth/tenant-access.ts";
import { projectRoot } from "../process/build.ts";
import { runCommand } from "./run-command.ts";

const GLOBALS = `ctx                          system context, for services that act on all tenants
await member(email, tenant)  context of a member, for services of a tenant: await member("dev@acme.test", "acme")
await load(path)             a module of the checkout, read again on each call: await load("server/domains/apps/service.ts")
sql                          tagged template at platform scope: await sql\`select count(*) from builds\`
database, apps, builds, …    connection pools, and the tables of db/schema: await database.systemDb.orm.select().from(apps)`;

/** `npm run shell`: a REPL with a context on the database of DATABASE_URL, or the embedded one of DATA_DIR. */
await runCommand(GLOBALS, async (print) => {
  const ctx = systemContext("shell");
  if (process.stdin.isTTY) print(`${GLOBALS}\n`);
  const repl = start({ prompt: "drydock> " });
  Object.assign(repl.context, schema, {
    ctx,
    database: database(),
    sql: database().systemDb.sql,
    member: async (email: string, tenant: string) => {
      const user = await getUserByEmail(ctx, email);
      return enterTenantBySlug(ctx, user.id, tenant);
    },
    load: (path: string) => tsImport(pathToFileURL(join(projectRoot, path)).href, import.meta.url),
  });
  if (process.stdin.isTTY) repl.setupHistory(join(env().DATA_DIR, "shell-history"), () => undefined);
  await once(repl, "exit");
});
