import { AsyncLocalStorage } from "node:async_hooks";
import type postgres from "postgres";
import type { Database, Orm, Pool } from "../../db/client.ts";

/**
 * The same pools, but whoever asks one of them for a connection in the middle of a transaction is refused. They hold one
 * already: as soon as all that there are are held by callers who wait for a second one, none of them ever goes on.
 */
export function forbidSecondConnection({ tenantDb, systemDb, close }: Database): Database {
  return { tenantDb: watched(tenantDb), systemDb: watched(systemDb), close };
}

/** What runs inside of a transaction, for as long as that is open. */
const transaction = new AsyncLocalStorage<{ isOpen: boolean }>();

function requireNoneHeld(): void {
  if (transaction.getStore()?.isOpen) throw new Error("a second connection is taken while one is held");
}

/** What a test does in the middle of a transaction as another caller, who holds no connection yet. */
export const withOtherConnection = <T>(act: () => T | PromiseLike<T>): Promise<T> =>
  transaction.exit(async () => await act());

const watched = ({ sql, orm }: Pool): Pool => ({ sql: watchedSql(sql), orm: watchedOrm(orm) });

function watchedSql(sql: postgres.Sql): postgres.Sql {
  return new Proxy(sql, {
    // `sql` is also called with names and values that it is to write into a statement.
    apply: (target, self, args: unknown[]) => {
      if (Array.isArray(args[0]) && "raw" in args[0]) requireNoneHeld();
      return Reflect.apply(target as never, self, args);
    },
    get: (target, name) => {
      if (name === "begin" || name === "reserve") requireNoneHeld();
      return Reflect.get(target, name);
    },
  });
}

function watchedOrm(orm: Orm): Orm {
  const begin: Orm["transaction"] = (run, config) =>
    orm.transaction((tx) => {
      const held = { isOpen: true };
      return transaction
        .run(held, () => run(tx))
        .finally(() => {
          held.isOpen = false;
        });
    }, config);
  return new Proxy(orm, {
    get: (target, name) => {
      requireNoneHeld();
      return name === "transaction" ? begin : Reflect.get(target, name);
    },
  });
}
