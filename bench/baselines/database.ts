import postgres from "postgres";

/** Connections in each pool, as in the product. */
const POOL_SIZE = 10;

export interface Pools {
  /** Sees no tenant's rows until the transaction sets its scope. */
  tenantDb: postgres.Sql;
  /** Sees the rows of all tenants. */
  systemDb: postgres.Sql;
}

/** Pools with the product's settings. They connect at the first query, so a build needs no database. */
export function openPools(size = POOL_SIZE): Pools {
  return { tenantDb: openPool(size, {}), systemDb: openPool(size, { "drydock.scope": "*" }) };
}

function openPool(size: number, parameters: Record<string, string>): postgres.Sql {
  return postgres(process.env["DATABASE_URL"] ?? "postgres://127.0.0.1/none", {
    max: size,
    onnotice: () => undefined,
    connection: {
      statement_timeout: 4_000,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 10_000,
      ...parameters,
    },
  });
}

/** SQL with numbered parameters, and the name of each. */
export interface Statement {
  text: string;
  names: readonly string[];
}

const NAME = /(?<!:):([a-z_]+)/g;

/** Parses SQL with `:name` in the place of each parameter. */
export function parseStatement(named: string): Statement {
  const names = [...new Set([...named.matchAll(NAME)].map(([, name = ""]) => name))];
  return { names, text: named.replaceAll(NAME, (_, name: string) => `$${names.indexOf(name) + 1}`) };
}

/** Runs a statement, prepared once per connection. */
export function runStatement<Row extends object>(
  sql: postgres.Sql,
  { text, names }: Statement,
  values: Record<string, string | number | null>,
): postgres.PendingQuery<Row[]> {
  const parameters = names.map((name) => values[name] ?? null);
  return sql.unsafe<Row[]>(text, parameters, { prepare: true });
}
