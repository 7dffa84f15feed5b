import {
  type Database,
  openDatabase,
  PLATFORM_SCOPE,
  processSingleton,
  type Transaction,
} from "@/db/client.ts";
import { databaseNow } from "@/db/clock.ts";
import type { PaymentProvider, Permission, TenantRole } from "@/shared/vocabulary.ts";
import { env } from "./env/env.ts";
import { newId } from "./ids.ts";

/** Origin of a change, named in each audit row. */
export type Actor =
  | {
      kind: "user";
      userId: string;
      email: string;
      name: string;
      isSuperAdmin: boolean;
      isEmailVerified: boolean;
      /** True if signing in needs a TOTP app or a passkey. */
      hasSecondFactor?: boolean;
      /** Time of the last authentication in this session. */
      authenticatedAt?: Date | undefined;
      /** Version of the session. Sessions with an older version than the user's have ended. */
      sessionVersion?: number;
      sessionId?: string | undefined;
    }
  | { kind: "token"; tokenId: string; userId: string; isEmailVerified: boolean }
  | { kind: "worker"; workerId: string | null }
  | { kind: "provider"; provider: PaymentProvider }
  | { kind: "system"; name: string };

/** User that acts, by session or token; null for workers, providers and the platform. */
export const userIdOf = (actor: Actor): string | null =>
  actor.kind === "user" || actor.kind === "token" ? actor.userId : null;

/**
 * Request context of services. `scope` is what row-level security admits: a tenant's id, or `PLATFORM_SCOPE`. Time, by the
 * database's clock, and ids come from here, so tests fix them without mocks.
 */
export interface Context<A extends Actor = Actor> {
  db: Database;
  actor: A;
  scope: string;
  requestId: string;
  now: () => Date;
  newId: () => string;
  /** Open transaction that services join, and the actions that run after its commit. */
  open?: { tx: Transaction; afterCommit: (() => void)[] } | undefined;
  /** Last step of each transaction, for which an error rolls it back. */
  beforeCommit?: ((tx: Transaction) => Promise<void>) | undefined;
}

export interface Tenant {
  id: string;
  slug: string;
  name: string;
}

/** Context inside one tenant, with the permissions that the actor has there now. */
export interface TenantContext<A extends Actor = Actor> extends Context<A> {
  tenant: Tenant;
  role: TenantRole;
  permissions: ReadonlySet<Permission>;
}

export type UserActor = Extract<Actor, { kind: "user" }>;

/** Context of a Super Admin; only `requireSuperAdmin` creates it. */
export type AdminContext = Context<UserActor & { isSuperAdmin: true }>;

export function database(): Database {
  return processSingleton("database", () => openPools(env().DATABASE_POOL_SIZE));
}

/** Pools of the process, by its settings. */
export function openPools(max: number): Database {
  const { DATABASE_URL, DATABASE_PLATFORM_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set");
  const urls = { platformUrl: DATABASE_PLATFORM_URL, directUrl: directDatabaseUrl() };
  return openDatabase(DATABASE_URL, max, undefined, urls);
}

/** URL of sessions that last: the job queue, listening, locks and migrations. */
export function directDatabaseUrl(): string {
  const url = env().DATABASE_DIRECT_URL ?? env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set");
  return url;
}

export function createContext<A extends Actor>(
  actor: A,
  requestId: string = newId(),
  db: Database = database(),
): Context<A> {
  return { db, actor, scope: PLATFORM_SCOPE, requestId, now: databaseNow, newId, open: undefined };
}

/** Context of the platform itself; `name` is the component, for the audit log. */
export const systemContext = (name: string, db?: Database) =>
  createContext({ kind: "system", name }, undefined, db);

/** Copy of a context, restricted to the rows of one tenant. */
export function enterTenant<A extends Actor>(
  { db, actor, requestId, now, newId, open, beforeCommit }: Context<A>,
  { tenant, role, permissions }: { tenant: Tenant; role: TenantRole; permissions: ReadonlySet<Permission> },
): TenantContext<A> {
  return {
    db,
    actor,
    scope: tenant.id,
    requestId,
    now,
    newId,
    open,
    beforeCommit,
    tenant,
    role,
    permissions,
  };
}
