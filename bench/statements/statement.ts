import type postgres from "postgres";

/** SQL that was written with `:name` in the place of each value, as postgres.js needs it. */
export interface Statement {
  numbered: string;
  names: readonly string[];
}

export type Values = Record<string, string | number | null>;

const NAME = /(?<!:):([a-z_]+)/g;

export function statement(named: string): Statement {
  const names = [...new Set([...named.matchAll(NAME)].map(([, name = ""]) => name))];
  return {
    names,
    numbered: named.replaceAll(NAME, (_, name: string) => `$${names.indexOf(name) + 1}`),
  };
}

/** Runs a statement, prepared once per connection. */
export function run<Row extends object>(
  sql: postgres.Sql | postgres.TransactionSql,
  { numbered, names }: Statement,
  values: Values,
): postgres.PendingQuery<Row[]> {
  return sql.unsafe<Row[]>(
    numbered,
    names.map((name) => values[name] ?? null),
    { prepare: true },
  );
}
