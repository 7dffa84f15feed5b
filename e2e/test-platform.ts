import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { COMMAND_TIMEOUTS, openDatabase, processSingleton } from "../db/client.ts";
import { createMembership, createTenant, createUser } from "../db/factories.ts";
import type { TenantRole } from "../db/schema/vocabulary.ts";
import { permissionsOfRole } from "../server/authorize.ts";
import {
  type Context,
  createContext,
  database,
  enterTenant,
  type TenantContext,
  type UserActor,
} from "../server/context.ts";
import { completeEnv, env } from "../server/env.ts";
import { actorOf, type Session, sessionOf } from "../server/identity/sessions.ts";
import { refusingSecondConnections } from "./one-connection.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export const TEST_BUILD_SECRET = "a-build-secret-for-tests";

/** Gives the test file a database of its own behind the process's pool, and drops it afterwards. */
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
    // A machine that stalls for some seconds fails no test; how callers are refused is asked of real processes.
    const { tenantDb, systemDb } = processSingleton("database", () =>
      refusingSecondConnections(openDatabase(own.url, env().DATABASE_POOL_SIZE, COMMAND_TIMEOUTS)),
    );
    for (const { sql } of [tenantDb, systemDb]) await sql`select 1`;
  });
  afterAll(async () => {
    await database().close();
    await own.drop();
  });
}

/** A new tenant and the context of a signed-in member of it. */
export async function signInMember(role: TenantRole = "DEVELOPER"): Promise<TenantContext<UserActor>> {
  const { orm } = database().systemDb;
  const tenant = await createTenant(orm);
  const user = await createUser(orm);
  await createMembership(orm, { tenantId: tenant.id, userId: user.id, role });
  return enterTenant(createContext(actorOf(user), randomUUID()), {
    tenant,
    role,
    permissions: permissionsOfRole(role),
  });
}

/** The context of a new Super Admin. */
export async function signInAdmin(): Promise<Context<UserActor>> {
  const user = await createUser(database().systemDb.orm, { platformRole: "SUPER_ADMIN" });
  return createContext(actorOf(user), randomUUID());
}

/** The session of somebody who is signed in, as a page's calls bring it. */
export const sessionOfActor = ({ userId, sessionVersion = 1 }: UserActor): Session =>
  sessionOf({ userId, sessionVersion });
