import type { apiTokens, Permission } from "../schema/index.ts";
import { daysBefore, roughlyDaysBefore } from "./clock.ts";
import { ACME, developerOf, GLOBEX, INITECH } from "./ids.ts";
import { createRandom } from "./random.ts";

/** Records of tokens that nobody holds: alive, expired and revoked ones. */
export function planTokens(now: Date): (typeof apiTokens.$inferSelect)[] {
  const random = createRandom("tokens");
  return TOKENS.map(({ tenantId, name, permissions, madeDaysAgo, lifeDays, revokedDaysAgo, usedDaysAgo }) => {
    const createdAt = roughlyDaysBefore(now, madeDaysAgo, random);
    return {
      id: random.uuid(createdAt),
      tenantId,
      userId: developerOf(tenantId),
      name,
      permissions,
      lastFour: random.hex(4),
      createdAt,
      expiresAt: daysBefore(createdAt, -lifeDays),
      revokedAt: revokedDaysAgo === undefined ? null : roughlyDaysBefore(now, revokedDaysAgo, random),
      lastUsedAt: usedDaysAgo === undefined ? null : daysBefore(now, usedDaysAgo),
    };
  });
}

interface TokenPlan {
  tenantId: string;
  name: string;
  permissions: Permission[];
  madeDaysAgo: number;
  lifeDays: number;
  revokedDaysAgo?: number;
  usedDaysAgo?: number;
}

const PUBLISH: Permission[] = ["MARKETPLACE_PUBLISH", "BUILDS_READ"];
const BUILD: Permission[] = ["BUILDS_READ", "BUILDS_CREATE"];

const TOKENS: TokenPlan[] = [
  {
    tenantId: ACME,
    name: "Release pipeline",
    permissions: PUBLISH,
    madeDaysAgo: 84,
    lifeDays: 365,
    usedDaysAgo: 0.1,
  },
  {
    tenantId: ACME,
    name: "Nightly builds",
    permissions: BUILD,
    madeDaysAgo: 51,
    lifeDays: 90,
    usedDaysAgo: 0.4,
  },
  {
    tenantId: ACME,
    name: "Status board",
    permissions: ["BUILDS_READ"],
    madeDaysAgo: 75,
    lifeDays: 30,
    usedDaysAgo: 46,
  },
  {
    tenantId: ACME,
    name: "Old laptop",
    permissions: PUBLISH,
    madeDaysAgo: 60,
    lifeDays: 180,
    revokedDaysAgo: 22,
    usedDaysAgo: 23,
  },
  {
    tenantId: GLOBEX,
    name: "Release pipeline",
    permissions: PUBLISH,
    madeDaysAgo: 66,
    lifeDays: 180,
    usedDaysAgo: 4.2,
  },
  { tenantId: GLOBEX, name: "Trial run", permissions: BUILD, madeDaysAgo: 70, lifeDays: 7 },
  {
    tenantId: INITECH,
    name: "Build on every merge",
    permissions: BUILD,
    madeDaysAgo: 33,
    lifeDays: 90,
    usedDaysAgo: 1.3,
  },
];
