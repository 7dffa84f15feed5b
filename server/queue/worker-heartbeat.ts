import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { openJobPool } from "@/db/job-pool.ts";
import { log } from "../platform/log.ts";

/** Tells all processes which of those that hold jobs of the queue are alive. */
export interface WorkerHeartbeat {
  announce: (holder: string) => void;
  /** For one that has ended while its process lives on. */
  withdraw: (holder: string) => void;
  stop: () => Promise<void>;
}

const RECONNECT_DELAY_MS = 1_000;

/** The key of the advisory lock that a holder's process has while it lives, of the SQL expression that names the holder. */
export const heartbeatKeySql = (holder: string): string => `hashtextextended(${holder}, 1)`;

/**
 * Keeps an advisory lock for every holder of this process on a connection of their own. PostgreSQL lets go of the locks
 * in the moment in which the process dies, so what died is told from what takes long.
 */
export function startWorkerHeartbeat(databaseUrl: string): WorkerHeartbeat {
  const holders = new Set<string>();
  const stopping = new AbortController();
  const pool = openJobPool(databaseUrl, 1);
  let connection: pg.PoolClient | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other, since a connection carries out one statement at a time. */
  const say = (client: pg.PoolClient, verb: "lock" | "unlock", holder: string): Promise<unknown> => {
    const query = `select pg_advisory_${verb}_shared(${heartbeatKeySql("$1::text")})`;
    last = last.catch(() => undefined).then(() => client.query(query, [holder]));
    return last;
  };
  const hold = async (): Promise<void> => {
    const client = await pool.connect();
    const gone = once(client, "end", { signal: stopping.signal }).catch(() => undefined);
    try {
      connection = client;
      // All are in line at once: locks of a session add up, and each that comes or goes from now on says so itself.
      await Promise.all([...holders].map((holder) => say(client, "lock", holder)));
      await gone;
    } finally {
      connection = undefined;
      client.release(true);
    }
  };
  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await hold().catch((error: unknown) =>
        log().debug({ err: error }, "what holds jobs here is not announced"),
      );
      await delay(RECONNECT_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const kept = keep();
  return {
    announce: (holder) => {
      holders.add(holder);
      if (connection) say(connection, "lock", holder).catch(() => undefined);
    },
    withdraw: (holder) => {
      holders.delete(holder);
      if (connection) say(connection, "unlock", holder).catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await kept;
      await pool.end();
    },
  };
}
