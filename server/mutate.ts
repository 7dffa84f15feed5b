import { type SQL, sql } from "drizzle-orm";
import { type Orm, PLATFORM_SCOPE, type Transaction } from "@/db/client.ts";
import { type AuditSubject, recordAudit } from "./audit/record.ts";
import type { Context, TenantContext } from "./context.ts";
import { AppError, databaseError, type ErrorCode } from "./errors.ts";

/** What a change hands back: its result, and the subject of the audit row without which no change is written. */
export interface Change<T> {
  result: T;
  audit: AuditSubject;
}

/**
 * Runs `change` and its audit row in one transaction inside the context's scope. Whatever is thrown rolls all of it
 * back. Unique and foreign-key violations become conflicts by the name of the constraint. What is to be told once all of
 * it is committed, `change` leaves with the context that it is given.
 */
export async function mutate<C extends Context, T>(
  ctx: C,
  action: string,
  change: (tx: Transaction, joined: JoinedContext<C>) => Promise<Change<T>>,
): Promise<T> {
  try {
    return await inTransaction(ctx, async (joined) => {
      const { tx } = joined.open;
      const { result, audit } = await change(tx, joined);
      await recordAudit(tx, ctx, action, audit);
      return result;
    });
  } catch (error) {
    throw asConflict(error);
  }
}

/** Runs `query` in one transaction inside the context's scope. */
export async function read<T>(ctx: Context, query: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(ctx, ({ open }) => query(open.tx));
}

/**
 * Runs one statement that only reads, of which the context's scope lets everything be seen: it needs no transaction, so it
 * is one round trip.
 */
export function lookUp<T>(ctx: Context, query: (reader: Reader) => Promise<T>): Promise<T> {
  if (ctx.scope !== PLATFORM_SCOPE) throw new Error("a tenant's scope is opened by a transaction");
  return query(ctx.open?.tx ?? ctx.db.systemDb.orm);
}

type Reader = Pick<Orm, "select" | "query">;

/**
 * The rows of one statement that reads what is a tenant's, in one round trip: the statement opens the scope itself. `query`
 * gives it for the tenant's id, and whatever it reads of the tenant's must be found by that, so that nothing is looked for
 * before the scope is open.
 */
export function lookUpOwn<Row extends Record<string, unknown>>(
  ctx: TenantContext,
  query: (tenantId: SQL) => SQL,
) {
  if (ctx.open) throw new Error("a transaction is open, to be read in");
  return ctx.db.tenantDb.orm.execute<Row>(sql`
    select own.* from (select set_config('drydock.scope', ${ctx.scope}, true) as scope) opened
    cross join lateral (${query(sql`opened.scope::uuid`)} offset 0) own`);
}

/** A context whose services join one open transaction instead of each opening their own. */
export type JoinedContext<C extends Context> = C & { open: NonNullable<Context["open"]> };

/**
 * Runs `run` in a transaction inside the context's scope, or in the one that the context has open already. The policies of
 * `db/functions/tenant-isolation.sql` read the scope.
 */
export async function inTransaction<C extends Context, T>(
  ctx: C,
  run: (ctx: JoinedContext<C>) => Promise<T>,
): Promise<T> {
  if (ctx.open) return run(ctx as JoinedContext<C>);
  const afterCommit: (() => void)[] = [];
  const runOpen = (tx: Transaction) => run({ ...ctx, open: { tx, afterCommit } });
  const result = await (ctx.scope === PLATFORM_SCOPE
    ? ctx.db.systemDb.orm.transaction(runOpen)
    : ctx.db.tenantDb.orm.transaction(async (tx) => {
        await tx.execute(sql`select set_config('drydock.scope', ${ctx.scope}, true)`);
        return runOpen(tx);
      }));
  for (const action of afterCommit) action();
  return result;
}

/** Does what tells others of a change once the change is committed; never when it is rolled back. */
export function onceCommitted(ctx: Context, action: () => void): void {
  if (ctx.open) ctx.open.afterCommit.push(action);
  else action();
}

/** Runs `run` for its result alone: whatever it wrote is rolled back. */
export async function rehearse<C extends Context, T>(ctx: C, run: (ctx: C) => Promise<T>): Promise<T> {
  const rehearsal: { result?: T } = {};
  const rollback = new Error("rehearsal over");
  try {
    await inTransaction(ctx, async (joined) => {
      rehearsal.result = await run(joined);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return rehearsal.result as T;
}

const CONFLICT_OF_CONSTRAINT: Record<string, [ErrorCode, string]> = {
  app_plugins_slug_key: ["SLUG_TAKEN", "The slug belongs to another app plugin."],
  system_plugins_slug_key: ["SLUG_TAKEN", "The slug belongs to another system plugin."],
  themes_slug_key: ["SLUG_TAKEN", "The slug belongs to another theme."],
};

function asConflict(error: unknown): unknown {
  const { code, constraint } = databaseError(error);
  if (code !== "23505" && code !== "23503") return error;
  const conflict = CONFLICT_OF_CONSTRAINT[constraint ?? ""];
  return conflict ? new AppError(conflict[0], conflict[1], { cause: error }) : error;
}
