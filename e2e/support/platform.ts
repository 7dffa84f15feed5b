import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { COMMAND_TIMEOUTS, openDatabase, processSingleton } from "@/db/client.ts";
import { createMembership, createTenant, createUser } from "@/db/factories.ts";
import {
  createSession,
  type Session,
  type SessionOwner,
  toUserActor,
} from "@/server/auth/sessions/load-session.ts";
import { startSession } from "@/server/auth/sessions/session-store.ts";
import { permissionsOfRole } from "@/server/core/authorize.ts";
import {
  type Context,
  createContext,
  database,
  enterTenant,
  systemContext,
  type TenantContext,
  type UserActor,
} from "@/server/core/context.ts";
import { completeEnv, env } from "@/server/core/env/env.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { forbidSecondConnection } from "./single-connection.ts";

/** Nil UUID, to which `reference()` maps a text that is no UUID. No row has it. */
export const NIL_ID = "00000000-0000-0000-0000-000000000000";
export const TEST_BUILD_SECRET = "a-build-secret-for-tests";

/** Sets up a database for the test file behind the process's pools, and drops it afterwards. */
export function setUpPlatform(): void {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase();
    completeEnv({
      DATABASE_URL: own.url,
      DRYDOCK_EMBEDDED: "true",
      API_TOKEN_SECRET: "a-token-secret-for-tests-of-32-bytes",
      NEXTAUTH_SECRET: "a-session-secret-for-tests-of-32-bytes",
      BUILD_SERVER_SECRET: TEST_BUILD_SECRET,
      LOG_LEVEL: "silent",
    });
    // Operator pools have no short timeouts, so a stalled machine fails no test.
    const { tenantDb, systemDb } = processSingleton("database", () =>
      forbidSecondConnection(openDatabase(own.url, env().DATABASE_POOL_SIZE, COMMAND_TIMEOUTS)),
    );
    for (const { sql } of [tenantDb, systemDb]) await sql`select 1`;
  });
  afterAll(async () => {
    await database().close();
    await own.drop();
  });
}

/** Context of a new member of a new tenant. */
export async function signInMember(role: TenantRole = "DEVELOPER"): Promise<TenantContext<UserActor>> {
  const { orm } = database().systemDb;
  const tenant = await createTenant(orm);
  const user = await createUser(orm);
  await createMembership(orm, { tenantId: tenant.id, userId: user.id, role });
  return enterTenant(createContext(await withSession(toUserActor(user)), randomUUID()), {
    tenant,
    role,
    permissions: permissionsOfRole(role),
  });
}

/** Context of a new Super Admin who signed in now. */
export async function signInAdmin(): Promise<Context<UserActor>> {
  const user = await createUser(database().systemDb.orm, { platformRole: "SUPER_ADMIN" });
  return createContext(await withSession(toUserActor(user, Date.now())), randomUUID());
}

/** Session of a user, as tRPC gets it. */
export const sessionOfActor = (actor: UserActor): Session =>
  createSession({ ...claimsOf(actor), authenticatedAt: actor.authenticatedAt?.getTime() });

/** Claims of the session of an actor, as its cookie has them. */
export const claimsOf = ({ userId, sessionId = NIL_ID, sessionVersion = 1 }: UserActor) => ({
  userId,
  sessionId,
  sessionVersion,
});

/** Session of a user that begins now, under a session version that may have ended. */
export async function openSession({ userId, sessionVersion }: SessionOwner): Promise<Session> {
  const owner = { userId, sessionVersion };
  return createSession({ ...owner, sessionId: await startSession(systemContext("test"), owner, null) });
}

/** The user with a session that begins now. */
export async function withSession(actor: UserActor): Promise<UserActor> {
  return { ...actor, sessionId: await startSession(systemContext("test"), claimsOf(actor), null) };
}

/** Context with another time, in milliseconds since the epoch. */
export const atTime = <C extends Context>(ctx: C, ms: number): C => ({ ...ctx, now: () => new Date(ms) });
