import type { apps, Platform } from "../schema/index.ts";
import { roughlyDaysBefore } from "./clock.ts";
import { ACME, fixedId, GLOBEX, INITECH } from "./ids.ts";
import { createRandom } from "./random.ts";

/** An app together with how its builds look; the numbers follow from the builds. */
export interface DemoApp {
  id: string;
  tenantId: string;
  slug: string;
  name: string;
  platforms: Platform[];
  ageDays: number;
  /** Its share of all builds, relative to the other apps. */
  weight: number;
  /** The version that its oldest build has. */
  firstVersion: [major: number, minor: number, patch: number];
  /** What a package weighs, in megabytes. */
  sizeMb: number;
}

const BOTH: Platform[] = ["ANDROID", "IOS"];

export const DEMO_APPS: DemoApp[] = [
  app("b001", ACME, "Field Notes", BOTH, { ageDays: 129, weight: 6, firstVersion: [2, 1, 0], sizeMb: 46 }),
  app("b002", GLOBEX, "Route Planner", BOTH, {
    ageDays: 116,
    weight: 5,
    firstVersion: [5, 8, 2],
    sizeMb: 71,
  }),
  app("b003", ACME, "Site Survey", BOTH, { ageDays: 122, weight: 4, firstVersion: [1, 12, 0], sizeMb: 58 }),
  app("b004", ACME, "Punch List", BOTH, { ageDays: 115, weight: 3, firstVersion: [3, 0, 1], sizeMb: 33 }),
  app("b005", ACME, "Kiosk Check-in", ["ANDROID"], {
    ageDays: 101,
    weight: 2,
    firstVersion: [0, 9, 4],
    sizeMb: 27,
  }),
  app("b006", ACME, "Tide Table", ["IOS"], { ageDays: 93, weight: 1, firstVersion: [0, 3, 0], sizeMb: 19 }),
  app("b007", GLOBEX, "Depot Scanner", ["ANDROID"], {
    ageDays: 110,
    weight: 4,
    firstVersion: [4, 2, 0],
    sizeMb: 24,
  }),
  app("b008", GLOBEX, "Driver Log", BOTH, { ageDays: 104, weight: 3, firstVersion: [2, 6, 7], sizeMb: 39 }),
  app("b009", GLOBEX, "Fleet Check", BOTH, { ageDays: 97, weight: 2, firstVersion: [1, 0, 3], sizeMb: 42 }),
  app("b00a", INITECH, "Time Sheet", BOTH, { ageDays: 95, weight: 3, firstVersion: [1, 4, 0], sizeMb: 31 }),
  app("b00b", INITECH, "Desk Booking", BOTH, {
    ageDays: 94,
    weight: 2,
    firstVersion: [0, 8, 0],
    sizeMb: 36,
  }),
  app("b00c", INITECH, "Expense Snap", ["IOS"], {
    ageDays: 92,
    weight: 1,
    firstVersion: [0, 1, 0],
    sizeMb: 22,
  }),
];

/** `buildCounts` says per app how many builds there are, and so which number was the last. */
export function planApps(now: Date, buildCounts: ReadonlyMap<string, number>): (typeof apps.$inferSelect)[] {
  const random = createRandom("apps");
  return DEMO_APPS.map(({ id, tenantId, slug, name, platforms, ageDays }) => ({
    id,
    tenantId,
    slug,
    name,
    platforms,
    lastBuildNumber: buildCounts.get(id) ?? 0,
    createdAt: roughlyDaysBefore(now, ageDays, random),
    archivedAt: null,
  }));
}

function app(
  suffix: string,
  tenantId: string,
  name: string,
  platforms: Platform[],
  rest: Pick<DemoApp, "ageDays" | "weight" | "firstVersion" | "sizeMb">,
): DemoApp {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  return { id: fixedId(suffix), tenantId, slug, name, platforms, ...rest };
}
