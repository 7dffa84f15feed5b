import postgres from "postgres";

/** As many as the product has in each of its own. */
const POOL_SIZE = 10;

export interface Pools {
  /** Sees no tenant's rows until the transaction names its scope. */
  walled: postgres.Sql;
  /** Sees all of them. */
  platform: postgres.Sql;
}

/** Pools with the same settings as the product's. */
export function openPools(url: string, size = POOL_SIZE): Pools {
  return { walled: openPool(url, size, {}), platform: openPool(url, size, { "drydock.scope": "*" }) };
}

function openPool(url: string, size: number, parameters: Record<string, string>): postgres.Sql {
  return postgres(url, {
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
