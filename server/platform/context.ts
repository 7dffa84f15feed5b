import {
  type Database,
  openDatabase,
  PLATFORM_SCOPE,
  processSingleton,
  type Transaction,
} from "@/db/client.ts";
import type { PaymentProvider, Permission, TenantRole } from "@/db/schema/vocabulary.ts";
import { env } from "./env/env.ts";
import { newId } from "./ids.ts";

/** Who acts. Every audit row names one of these. */
export type Actor =
  | {
      kind: "user";
      userId: string;
      email: string;
      name: string;
      isSuperAdmin: boolean;
      /** Of the session they came with; it ends when the person's own goes on. */
      sessionVersion?: number;
    }
  | { kind: "token"; tokenId: string; userId: string }
  | { kind: "worker"; workerId: string | null }
  | { kind: "provider"; provider: PaymentProvider }
  | { kind: "system"; name: string };

/**
 * What a service works with. `scope` is what row-level security lets through: a tenant's id, or `PLATFORM_SCOPE`.
 * Time and identifiers come from here, so that tests fix them without mocks.
 */
export interface Context<A extends Actor = Actor> {
  db: Database;
  actor: A;
  scope: string;
  requestId: string;
  now: () => Date;
  newId: () => string;
  /** The transaction that services join instead of opening their own, and what waits for its commit. */
  open?: { tx: Transaction; afterCommit: (() => void)[] } | undefined;
}

export interface Tenant {
  id: string;
  slug: string;
  name: string;
}

/** A context inside one tenant. `permissions` is what the actor may do there now, whatever door it came through. */
export interface TenantContext<A extends Actor = Actor> extends Context<A> {
  tenant: Tenant;
  role: TenantRole;
  permissions: ReadonlySet<Permission>;
}

export type UserActor = Extract<Actor, { kind: "user" }>;

/** A Super Admin at work; made by `requireSuperAdmin` alone. */
export type AdminContext = Context<UserActor & { isSuperAdmin: true }>;

/** The process's own pool. */
export function database(): Database {
  return processSingleton("database", () => {
    const { DATABASE_URL, DATABASE_POOL_SIZE } = env();
    if (!DATABASE_URL) throw new Error("DATABASE_URL is not set");
    return openDatabase(DATABASE_URL, DATABASE_POOL_SIZE);
  });
}

/** A context at platform scope for `actor`. */
export function createContext<A extends Actor>(
  actor: A,
  requestId: string = newId(),
  db: Database = database(),
): Context<A> {
  return { db, actor, scope: PLATFORM_SCOPE, requestId, now, newId, open: undefined };
}

const now = () => new Date();

/** The platform acting of its own accord; `name` says which part of it. */
export const systemContext = (name: string, db?: Database) =>
  createContext({ kind: "system", name }, undefined, db);

/** The same context inside a tenant, with no more of the database in sight than that tenant's rows. */
export function enterTenant<A extends Actor>(
  { db, actor, requestId, now, newId, open }: Context<A>,
  { tenant, role, permissions }: { tenant: Tenant; role: TenantRole; permissions: ReadonlySet<Permission> },
): TenantContext<A> {
  return { db, actor, scope: tenant.id, requestId, now, newId, open, tenant, role, permissions };
}
