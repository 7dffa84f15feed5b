import postgres from "postgres";
import { startProgram } from "./program.ts";

interface DatabaseCommand {
  command: "migrate" | "seed" | "admin-create" | "db-reset";
  dataDir: string;
  /** `DATABASE_URL`; embedded mode without. */
  url?: string;
  args?: string[];
}

/** Exit code and output of a command that works on the database. */
export async function runDatabaseCommand({ command, dataDir, url, args = [] }: DatabaseCommand) {
  const { DATABASE_URL: _, DRYDOCK_EMBEDDED: __, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) };
  const program = startProgram(`server/commands/${command}.ts`, args, { env: env as NodeJS.ProcessEnv });
  return { exit: await program.exited, output: program.output() };
}

export const peopleWithPassword = (url: string) =>
  query<{ email: string; passwordHash: string }>(
    url,
    (sql) => sql`select email, password_hash as "passwordHash" from users where password_hash is not null`,
  );

export async function query<R extends object>(
  url: string,
  read: (sql: postgres.Sql) => PromiseLike<readonly object[]>,
): Promise<R[]> {
  const sql = postgres(url, { max: 1, connection: { "drydock.scope": "*" } });
  try {
    return [...(await read(sql))] as R[];
  } finally {
    await sql.end();
  }
}
