import type { Request } from "autocannon";
import type postgres from "postgres";
import superjson from "superjson";
import type { BuildRange } from "../data/fresh-builds.ts";
import { rowId } from "../data/ids.ts";
import type { ContenderName } from "../stage/contender-names.ts";

/** What the callers of a run may use. */
export interface Supply {
  /** Higher than in every run before. */
  serial: number;
  /** One token for each tenant. */
  tokens: string[];
  /** One session of a member for each tenant, as the `Cookie` header carries it. */
  cookies: string[];
  /** The entity tag of the first page of each app's builds. */
  tags: string[];
  buildSecret: string;
  builds: BuildRange;
}

/** One thing that is asked of the product and of its floors. */
export interface Question {
  title: string;
  endpoint: string;
  /** What the product does otherwise than its floors, which take each call by itself. */
  remark?: string;
  /** Beside whom the product is measured, in the order of the table. */
  floors: Floor[];
  /** The status of the right answer, where it is not one of 2xx. */
  answer?: 304;
  /** What answers must have in common, where it is not the names of the fields of their JSON. */
  describeAnswer?: (text: string) => string;
  /** Fresh builds that a call uses up. */
  buildsPerCall: number;
  /** What a connection calls, over and over. Called once for all connections of a run. */
  calls: (supply: Supply) => Request[];
  /** Counts what calls leave behind, so that a run can show that it did its work; left out where they only read. */
  countEffects?: (sql: postgres.Sql) => Promise<number>;
  /** Puts aside what the product would do of its own accord after a run, so that no turn pays for another's. */
  settle?: (sql: postgres.Sql) => Promise<void>;
}

export interface Floor {
  contender: ContenderName;
  /** How much of it the product is to reach at many connections. */
  least?: number;
  /** So many calls a second are enough, however many the floor answers. */
  orPerSecond?: number;
}

/** The headers of a call on behalf of a tenant. */
export function tenantHeaders({ tokens }: Supply, tenant: number): Record<string, string> {
  return { authorization: `Bearer ${tokens[tenant]}`, "x-tenant-id": rowId("tenant", tenant) };
}

/** The address at which the dashboards' batching link asks one query. */
export function batchPath(procedure: string, input: object): string {
  return `/api/trpc/${procedure}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: superjson.serialize(input) }))}`;
}
