import type { memberships, TenantRole, tenants, users } from "../schema/index.ts";
import { roughlyDaysBefore } from "./clock.ts";
import { ACME, fixedId, GLOBEX, INITECH } from "./ids.ts";
import { createRandom } from "./random.ts";

export function planTenants(now: Date): (typeof tenants.$inferInsert)[] {
  const random = createRandom("tenants");
  return TENANTS.map(({ createdDaysAgo, ...tenant }) => ({
    ...tenant,
    createdAt: roughlyDaysBefore(now, createdDaysAgo, random),
  }));
}

/** People and the roles they have had since they joined. */
export function planPeople(
  now: Date,
  passwordHash: string | null,
): { users: (typeof users.$inferInsert)[]; memberships: (typeof memberships.$inferInsert)[] } {
  const random = createRandom("people");
  const people = PEOPLE.map((person) => ({
    ...person,
    id: fixedId(person.suffix),
    createdAt: roughlyDaysBefore(now, person.joinedDaysAgo, random),
  }));
  return {
    users: people.map(({ id, email, name, createdAt }) => ({
      id,
      email,
      name,
      passwordHash,
      platformRole: email === "admin@drydock.test" ? "SUPER_ADMIN" : null,
      createdAt,
    })),
    memberships: people.flatMap(({ id, roles, createdAt }) =>
      roles.map(([tenantId, role], place) => ({
        tenantId,
        userId: id,
        role,
        lastUsedAt: roughlyDaysBefore(now, 1 + place * 9, random),
        createdAt,
      })),
    ),
  };
}

const TENANTS = [
  { id: ACME, slug: "acme", name: "Acme Studio", createdDaysAgo: 132 },
  { id: GLOBEX, slug: "globex", name: "Globex", createdDaysAgo: 119 },
  { id: INITECH, slug: "initech", name: "Initech", createdDaysAgo: 98 },
];

interface Person {
  suffix: string;
  email: string;
  name: string;
  joinedDaysAgo: number;
  roles: [tenantId: string, role: TenantRole][];
}

const PEOPLE: Person[] = [
  { suffix: "e001", email: "admin@drydock.test", name: "Robin", joinedDaysAgo: 140, roles: [] },
  { suffix: "e002", email: "dev@acme.test", name: "Jonas", joinedDaysAgo: 130, roles: [[ACME, "DEVELOPER"]] },
  { suffix: "e003", email: "owner@acme.test", name: "Mara", joinedDaysAgo: 131, roles: [[ACME, "OWNER"]] },
  { suffix: "e004", email: "viewer@acme.test", name: "Imani", joinedDaysAgo: 60, roles: [[ACME, "VIEWER"]] },
  {
    suffix: "e005",
    email: "dev@globex.test",
    name: "Teo",
    joinedDaysAgo: 117,
    roles: [[GLOBEX, "DEVELOPER"]],
  },
  {
    suffix: "e006",
    email: "owner@globex.test",
    name: "Yuki",
    joinedDaysAgo: 118,
    roles: [[GLOBEX, "OWNER"]],
  },
  {
    suffix: "e007",
    email: "owner@initech.test",
    name: "Lena",
    joinedDaysAgo: 97,
    roles: [
      [INITECH, "OWNER"],
      [GLOBEX, "VIEWER"],
    ],
  },
  {
    suffix: "e008",
    email: "dev@initech.test",
    name: "Ravi",
    joinedDaysAgo: 96,
    roles: [[INITECH, "DEVELOPER"]],
  },
];
