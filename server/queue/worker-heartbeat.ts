import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { openJobPool } from "@/db/client.ts";
import { log } from "@/server/core/log.ts";

/** Heartbeat of the worker pools in this process. A pool is the holder of its jobs' locks. */
export interface WorkerHeartbeat {
  add: (workerPool: string) => void;
  /** Ends the heartbeat of one pool; the process keeps running. */
  remove: (workerPool: string) => void;
  stop: () => Promise<void>;
}

const RECONNECT_DELAY_MS = 1_000;

/** SQL for the key of a worker pool's advisory lock. `workerPool` is an SQL expression. */
export const heartbeatKeySql = (workerPool: string): string => `hashtextextended(${workerPool}, 1)`;

/**
 * Heartbeat by advisory locks: one shared lock per worker pool, on a connection of its own. PostgreSQL releases the
 * locks when the process dies, so a dead pool differs from a slow one.
 */
export function startWorkerHeartbeat(databaseUrl: string): WorkerHeartbeat {
  const workerPools = new Set<string>();
  const stopping = new AbortController();
  const pool = openJobPool(databaseUrl, 1);
  let connection: pg.PoolClient | undefined;
  let lastQuery: Promise<unknown> = Promise.resolve();

  /** One query at a time, since a connection runs no two at once. */
  const query = (client: pg.PoolClient, verb: "lock" | "unlock", workerPool: string): Promise<unknown> => {
    const text = `select pg_advisory_${verb}_shared(${heartbeatKeySql("$1::text")})`;
    lastQuery = lastQuery.catch(() => undefined).then(() => client.query(text, [workerPool]));
    return lastQuery;
  };
  const holdLocks = async (): Promise<void> => {
    const client = await pool.connect();
    const disconnected = once(client, "end", { signal: stopping.signal }).catch(() => undefined);
    try {
      connection = client;
      // Session locks add up, so each pool is locked exactly once: these now, later ones in `add`.
      await Promise.all([...workerPools].map((workerPool) => query(client, "lock", workerPool)));
      await disconnected;
    } finally {
      connection = undefined;
      client.release(true);
    }
  };
  const reconnectUntilStopped = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await holdLocks().catch((error: unknown) =>
        log().debug({ err: error }, "the worker heartbeat was interrupted"),
      );
      await delay(RECONNECT_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const stopped = reconnectUntilStopped();
  return {
    add: (workerPool) => {
      workerPools.add(workerPool);
      if (connection) query(connection, "lock", workerPool).catch(() => undefined);
    },
    remove: (workerPool) => {
      workerPools.delete(workerPool);
      if (connection) query(connection, "unlock", workerPool).catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await stopped;
      await pool.end();
    },
  };
}
