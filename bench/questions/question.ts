import type { Request } from "autocannon";
import type postgres from "postgres";
import type { BuildRange } from "../data/fresh-builds.ts";
import { rowId } from "../data/ids.ts";

/** What the callers of a run may use. */
export interface Supply {
  /** Higher than in every run before. */
  serial: number;
  /** One token for each tenant. */
  tokens: string[];
  buildSecret: string;
  builds: BuildRange;
}

/** One thing that is asked of the product and of its floors. */
export interface Question {
  title: string;
  endpoint: string;
  /** Fresh builds that a call uses up. */
  buildsPerCall: number;
  /** What a connection calls, over and over. Called once for all connections of a run. */
  calls: (supply: Supply) => Request[];
  pgbench: PgbenchScript;
  /** Counts what calls leave behind, so that a run can show that it did its work; null where they only read. */
  countEffects: ((sql: postgres.Sql) => Promise<number>) | null;
}

export interface PgbenchScript {
  /** Calls to which one pass of the script amounts. */
  callsPerPass: number;
  /** Sets its variables from `i`, which a client counts up from 0, `client_id`, `clients`, `first` and `serial`. */
  script: string;
}

/** The headers of a call on behalf of a tenant. */
export function tenantHeaders({ tokens }: Supply, tenant: number): Record<string, string> {
  return { authorization: `Bearer ${tokens[tenant]}`, "x-tenant-id": rowId("tenant", tenant) };
}
