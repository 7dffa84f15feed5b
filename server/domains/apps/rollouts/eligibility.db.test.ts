import { sql } from "drizzle-orm";
import fc from "fast-check";
import semver from "semver";
import { expect, it } from "vitest";
import { createTenant } from "@/db/factories.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createInstallation, createItem } from "@/e2e/support/rollouts.ts";
import { database } from "@/server/core/context.ts";
import { precedenceKey } from "@/shared/version-key.ts";
import { INSTALLATION_UPDATES, type InstallationUpdates } from "@/shared/vocabulary.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;

interface Step {
  updates: InstallationUpdates;
  from: string;
  to: string;
}

/** Answers of the database to steps. */
async function allowsSteps(steps: readonly Step[]): Promise<boolean[]> {
  const keyed = steps.map(({ updates, from, to }) => [updates, precedenceKey(from), precedenceKey(to)]);
  const rows = await orm().execute<{ allowed: boolean }>(sql`
    select allows_step(step ->> 0, step ->> 1, step ->> 2) as allowed
    from jsonb_array_elements(${JSON.stringify(keyed)}::jsonb) with ordinality steps(step, position) order by position`);
  return rows.map(({ allowed }) => allowed);
}

/** The same rule by npm's ranges: caret for every policy, and tilde for `PATCH`. */
const allowsStepByRanges = ({ updates, from, to }: Step): boolean =>
  updates !== "MANUAL" &&
  semver.gt(to, from) &&
  semver.prerelease(to) === null &&
  semver.satisfies(to, `^${from}`) &&
  (updates !== "PATCH" || semver.satisfies(to, `~${from}`));

it.each<[InstallationUpdates, string, string, boolean]>([
  ["MINOR", "1.0.0", "1.9.3", true],
  ["MINOR", "1.9.0", "2.0.0", false],
  ["MINOR", "0.1.0", "0.2.0", false],
  ["MINOR", "0.9.0", "1.0.0", false],
  ["MINOR", "0.1.1", "0.1.2", true],
  ["PATCH", "0.1.1", "0.1.2", true],
  ["PATCH", "1.1.1", "1.2.0", false],
  ["MINOR", "0.0.1", "0.0.2", false],
  ["PATCH", "0.0.1", "0.0.2", false],
  ["PATCH", "0.0.1-rc.1", "0.0.1", true],
  ["MINOR", "1.0.0", "1.1.0-rc.1", false],
  ["MINOR", "1.1.0-rc.1", "1.1.0", true],
  ["MINOR", "1.1.0", "1.0.9", false],
  ["MINOR", "1.0.0", "1.0.0", false],
  ["MANUAL", "1.0.0", "1.0.1", false],
])("%s from %s to %s: %s", async (updates, from, to, expected) => {
  expect(await allowsSteps([{ updates, from, to }])).toEqual([expected]);
});

it("agrees with npm's caret and tilde for any versions", async () => {
  const number = fc.oneof(fc.nat(2), fc.constantFrom(9, 10, 99, 123_456_789_012_345));
  const prerelease = fc.constantFrom("", "", "", "-0", "-rc.1", "-rc.10", "-alpha", "-1.a");
  const version = fc
    .tuple(number, number, number, prerelease)
    .map(([major, minor, patch, suffix]) => `${major}.${minor}.${patch}${suffix}`);
  const step = fc.record({ updates: fc.constantFrom(...INSTALLATION_UPDATES), from: version, to: version });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 500, maxLength: 500 }), async (steps) => {
      const answers = await allowsSteps(steps);
      const differing = steps.filter((one, index) => answers[index] !== allowsStepByRanges(one));
      expect(differing).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

it("asks for consent to every permission, beside the policy", async () => {
  const { tenant } = await signInMember();
  const item = await createItem(orm(), tenant.id);
  const { id: listingId } = await item.addVersion("1.0.0");
  const { id: tenantId } = await createTenant(orm());
  const acceptedPermissions = ["camera", "network"];
  const { id } = await createInstallation(orm(), {
    tenantId,
    listingId,
    updates: "PATCH",
    acceptedPermissions,
  });
  const mayUpdate = async (to: string, requested: string) => {
    const [row] = await orm().execute(sql`
      select may_update(i, ${precedenceKey("1.0.0")}, ${precedenceKey(to)}, ${requested}::text[]) as may_update
      from installations i where id = ${id}`);
    return row?.["may_update"];
  };
  expect(await mayUpdate("1.0.1", "{}")).toBe(true);
  expect(await mayUpdate("1.0.1", "{network}")).toBe(true);
  expect(await mayUpdate("1.0.1", "{network,storage}")).toBe(false);
  expect(await mayUpdate("1.1.0", "{network}")).toBe(false);
});
