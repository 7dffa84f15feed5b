import { type SQL, sql } from "drizzle-orm";
import { PLATFORM_SCOPE, type Reader, type Transaction } from "@/db/client.ts";
import { AppError, databaseError, type ErrorCode } from "@/shared/errors.ts";
import { type AuditAction, type AuditSubject, recordAudit } from "./audit.ts";
import { isDangerous, requireRecentAuthentication } from "./authorize.ts";
import type { Context, TenantContext } from "./context.ts";

/** Result of a change, with its audit subject. */
export interface Change<T> {
  result: T;
  /** Null if nothing was written, because the state was already the requested one. */
  audit: AuditSubject | null;
}

/**
 * Write transaction: runs `change` and its audit row in the context's scope. Any error rolls both back; unique and
 * foreign-key violations become conflicts by the name of their constraint. Dangerous actions of Super Admins need a recent
 * authentication.
 * @param change gets the transaction, and a context for services that join it
 */
export async function mutate<C extends Context, T>(
  ctx: C,
  action: AuditAction,
  change: (tx: Transaction, joined: TransactionContext<C>) => Promise<Change<T>>,
): Promise<T> {
  if (isDangerous(action, ctx.actor, ctx.scope === PLATFORM_SCOPE)) requireRecentAuthentication(ctx);
  try {
    return await withTransaction(ctx, async (joined) => {
      const { tx } = joined.open;
      const { result, audit } = await change(tx, joined);
      if (audit) await recordAudit(tx, ctx, action, audit);
      return result;
    });
  } catch (error) {
    throw toConflictError(error);
  }
}

/** Read transaction in the context's scope. */
export async function read<T>(ctx: Context, query: (reader: Reader) => Promise<T>): Promise<T> {
  return withTransaction(ctx, ({ open }) => query(open.tx));
}

/**
 * Write transaction without an audit row, for rows that are no change by a person: sessions and challenges, marks of jobs,
 * counts, steps of a rollout.
 */
export async function writeUnaudited<T>(ctx: Context, write: (tx: Transaction) => Promise<T>): Promise<T> {
  return withTransaction(ctx, ({ open }) => write(open.tx));
}

/** Query at platform scope without a transaction, in one round trip. Only for statements that read. */
export function lookUp<T>(ctx: Context, query: (reader: Reader) => Promise<T>): Promise<T> {
  if (ctx.scope !== PLATFORM_SCOPE) throw new Error("a tenant's rows are read in a transaction");
  return query(ctx.open?.tx ?? ctx.db.systemDb.orm);
}

/**
 * Query of one tenant's rows in one round trip: the statement itself sets the scope of row-level security. Rows must
 * be found by the tenant id that `query` receives, since only that forces the scope to be set first.
 */
export function queryAsTenant<Row extends Record<string, unknown>>(
  ctx: TenantContext,
  query: (tenantId: SQL) => SQL,
) {
  if (ctx.open) throw new Error("a transaction is open; read in it");
  return ctx.db.tenantDb.orm.execute<Row>(sql`
    select own.* from (select set_config('drydock.scope', ${ctx.scope}, true) as scope) opened
    cross join lateral (${query(sql`opened.scope::uuid`)} offset 0) own`);
}

export type TransactionContext<C extends Context> = C & { open: NonNullable<Context["open"]> };

/**
 * Runs `run` in a transaction in the context's scope, or in the one that is open. The policies of
 * `db/functions/tenant-isolation.sql` read the scope.
 */
export async function withTransaction<C extends Context, T>(
  ctx: C,
  run: (ctx: TransactionContext<C>) => Promise<T>,
): Promise<T> {
  if (ctx.open) return run(ctx as TransactionContext<C>);
  const afterCommit: (() => void)[] = [];
  const runOpen = async (tx: Transaction) => {
    const result = await run({ ...ctx, open: { tx, afterCommit } });
    await ctx.beforeCommit?.(tx);
    return result;
  };
  const result = await (ctx.scope === PLATFORM_SCOPE
    ? ctx.db.systemDb.orm.transaction(runOpen)
    : ctx.db.tenantDb.orm.transaction(async (tx) => {
        await tx.execute(sql`select set_config('drydock.scope', ${ctx.scope}, true)`);
        return runOpen(tx);
      }));
  for (const action of afterCommit) action();
  return result;
}

/** Runs an action after the commit of the open transaction, or at once without one. A rollback drops it. */
export function runAfterCommit(ctx: Context, action: () => void): void {
  if (ctx.open) ctx.open.afterCommit.push(action);
  else action();
}

/** Runs `run` and rolls back what it wrote. */
export async function dryRun<C extends Context, T>(ctx: C, run: (ctx: C) => Promise<T>): Promise<T> {
  const outcome: { result?: T } = {};
  const rollback = new Error("dry run");
  try {
    await withTransaction(ctx, async (joined) => {
      outcome.result = await run(joined);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return outcome.result as T;
}

const CONFLICT_BY_CONSTRAINT: Record<string, [ErrorCode, string]> = {
  failure_notices_active: ["INVALID_TRANSITION", "This failure already has an active notice."],
  app_plugins_slug_key: ["SLUG_TAKEN", "The slug is taken by another app plugin."],
  system_plugins_slug_key: ["SLUG_TAKEN", "The slug is taken by another system plugin."],
  themes_slug_key: ["SLUG_TAKEN", "The slug is taken by another theme."],
};

function toConflictError(error: unknown): unknown {
  const { code, constraint } = databaseError(error);
  if (code !== "23505" && code !== "23503") return error;
  const conflict = CONFLICT_BY_CONSTRAINT[constraint ?? ""];
  return conflict ? new AppError(conflict[0], conflict[1], { cause: error }) : error;
}
