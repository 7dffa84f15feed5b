import { AsyncLocalStorage } from "node:async_hooks";
import type postgres from "postgres";
import type { Database, Orm, Pool } from "@/db/client.ts";

/**
 * Pools that reject a second connection within a transaction. When every connection is held by a caller that waits for a
 * second one, the pool deadlocks.
 */
export function forbidSecondConnection({ tenantDb, systemDb, ...rest }: Database): Database {
  return { tenantDb: guardPool(tenantDb), systemDb: guardPool(systemDb), ...rest };
}

/** Open transaction of the current asynchronous context. */
const transaction = new AsyncLocalStorage<{ isOpen: boolean }>();

function requireNoTransaction(): void {
  if (transaction.getStore()?.isOpen) throw new Error("a second connection is taken while one is held");
}

/** Runs a callback of a test outside the current transaction, as another caller. */
export const withOtherConnection = <T>(act: () => T | PromiseLike<T>): Promise<T> =>
  transaction.exit(async () => await act());

const guardPool = ({ sql, orm }: Pool): Pool => ({ sql: guardSql(sql), orm: guardOrm(orm) });

function guardSql(sql: postgres.Sql): postgres.Sql {
  return new Proxy(sql, {
    // `sql` is also called with identifiers and values for a statement; those calls take no connection.
    apply: (target, self, args: unknown[]) => {
      if (Array.isArray(args[0]) && "raw" in args[0]) requireNoTransaction();
      return Reflect.apply(target as never, self, args);
    },
    get: (target, name) => {
      if (name === "begin" || name === "reserve") requireNoTransaction();
      return Reflect.get(target, name);
    },
  });
}

function guardOrm(orm: Orm): Orm {
  const begin: Orm["transaction"] = (run, config) =>
    orm.transaction((tx) => {
      const current = { isOpen: true };
      return transaction
        .run(current, () => run(tx))
        .finally(() => {
          current.isOpen = false;
        });
    }, config);
  return new Proxy(orm, {
    get: (target, name) => {
      requireNoTransaction();
      return name === "transaction" ? begin : Reflect.get(target, name);
    },
  });
}
