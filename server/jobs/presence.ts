import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { openJobPool } from "@/db/job-pool.ts";
import { log } from "../log.ts";

/** Tells all processes which of the queue's workers are alive. */
export interface Presence {
  announce: (workerId: string) => void;
  stop: () => Promise<void>;
}

const AGAIN_AFTER_MS = 1_000;

/** The key of the advisory lock that a worker's process holds while it lives, of the SQL expression that names the worker. */
export const presenceKeySql = (workerId: string): string => `hashtextextended(${workerId}, 1)`;

/**
 * Holds an advisory lock for every worker of this process on a connection of their own. PostgreSQL lets go of the locks
 * in the moment in which the process dies, so what died is told from what takes long.
 */
export function openPresence(databaseUrl: string): Presence {
  const workers = new Set<string>();
  const stopping = new AbortController();
  const pool = openJobPool(databaseUrl, 1);
  let connection: pg.PoolClient | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other, since a connection carries out one statement at a time. */
  const lock = (client: pg.PoolClient, workerId: string): Promise<unknown> => {
    const query = `select pg_advisory_lock_shared(${presenceKeySql("$1::text")})`;
    last = last.catch(() => undefined).then(() => client.query(query, [workerId]));
    return last;
  };
  const hold = async (): Promise<void> => {
    const client = await pool.connect();
    const gone = once(client, "end", { signal: stopping.signal }).catch(() => undefined);
    try {
      connection = client;
      for (const workerId of workers) await lock(client, workerId);
      await gone;
    } finally {
      connection = undefined;
      client.release(true);
    }
  };
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await hold().catch((error: unknown) => log().debug({ err: error }, "the workers are not announced"));
      await delay(AGAIN_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const kept = keep();
  return {
    announce: (workerId) => {
      workers.add(workerId);
      if (connection) lock(connection, workerId).catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await kept;
      await pool.end();
    },
  };
}
