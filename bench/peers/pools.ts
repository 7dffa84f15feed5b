import postgres from "postgres";

const POOL_SIZE = 10;

export interface Pools {
  /** Sees no tenant's rows until the transaction names its scope. */
  walled: postgres.Sql;
  /** Sees all of them. */
  platform: postgres.Sql;
}

/** Pools of the same size and with the same settings as the product's. */
export function openPools(url: string): Pools {
  return { walled: openPool(url, {}), platform: openPool(url, { "drydock.scope": "*" }) };
}

function openPool(url: string, parameters: Record<string, string>): postgres.Sql {
  return postgres(url, {
    max: POOL_SIZE,
    onnotice: () => undefined,
    connection: {
      statement_timeout: 4_000,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 10_000,
      ...parameters,
    },
  });
}
