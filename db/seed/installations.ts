import { createHash } from "node:crypto";
import type { BuildInput, buildInputs, builds, installationDays, installations } from "../schema/index.ts";
import type { Accounts } from "./accounts.ts";
import { packArchive } from "./archives.ts";
import { DAY, readJson, secondsAfter } from "./data.ts";
import type { History } from "./history.ts";
import { readItems } from "./items.ts";
import type { planMarketplace } from "./listings.ts";
import { createRandom } from "./random.ts";
import { type DemoRollout, findRollout, ringOpensAt } from "./rollout-times.ts";

type InstallationRow = typeof installations.$inferInsert;

interface DemoInstallation
  extends Pick<InstallationRow, "tenantId" | "type" | "slug">,
    Required<Pick<InstallationRow, "updates">> {
  appId: string | null;
  /** Installed versions, oldest first: each by a member at a time, or by a rollout in a ring. */
  steps: { version: string; at: Date; ring?: number }[];
}

type Build = typeof builds.$inferInsert & { createdAt: Date };
type Listings = ReturnType<typeof planMarketplace>["listings"];

/** Installations of the demo, and the inputs of the builds that were queued after them. */
export function planInstallations(
  now: Date,
  { developerOf }: Accounts,
  { listings, queued }: { listings: Listings; queued: readonly Build[] },
  history: History,
  rollouts: readonly DemoRollout[],
) {
  const random = createRandom("installations");
  const permissionsOf = createPermissionReader(now);
  const getListing = ({ type, slug }: DemoInstallation, version: string) => {
    const found = listings.find((row) => row.type === type && row.slug === slug && row.version === version);
    if (!found) throw new Error(`the demo has no ${slug} ${version}`);
    return found;
  };
  const planned = readJson<DemoInstallation[]>("tables/installations.json", now).map((installed) => ({
    ...installed,
    steps: installed.steps.map((step) => ({ ...step, at: step.at ?? timeOfStep(rollouts, installed, step) })),
  }));
  const rows = planned.map((installed) => {
    const { tenantId, appId, type, slug, updates, steps } = installed;
    const [first, last] = [steps[0], steps.at(-1)];
    if (!first || !last) throw new Error(`${slug} has no version`);
    const id = random.uuid(first.at);
    const subject = { tenantId, subjectId: id };
    const actorId = developerOf(tenantId);
    const accepted = new Set<string>();
    let before: Record<string, unknown> | null = null;
    for (const { version, at, ring } of steps) {
      for (const name of permissionsOf(installed, version)) accepted.add(name);
      const after = { appId, type, slug, version, updates, acceptedPermissions: [...accepted].sort() };
      const previousVersion = before?.version ?? null;
      const rolloutId = ring ? findRollout(rollouts, installed, version).id : null;
      const change = { ...subject, subjectType: "installation", at };
      history.audit(
        rolloutId
          ? {
              ...change,
              action: "installation.update",
              actorKind: "system",
              actorId: "rollouts",
              before: { version: previousVersion },
              after: { version, rolloutId },
            }
          : { ...change, action: "installation.set", actorId, before, after },
      );
      const data = { installationId: id, appId, type, slug, version, previousVersion, updates, rolloutId };
      history.emit({ ...subject, type: "installation.updated", data, occurredAt: at });
      before = after;
    }
    return {
      steps,
      row: {
        id,
        tenantId,
        appId,
        type,
        slug,
        listingId: getListing(installed, last.version).id,
        updates,
        acceptedPermissions: [...accepted].sort(),
        installedBy: actorId,
        installedAt: first.at,
        updatedAt: last.at,
      } satisfies InstallationRow,
    };
  });
  return {
    installed: rows,
    buildInputs: queued.flatMap((build) =>
      freezeInputs(
        build,
        queued.find(({ id }) => id === build.retryOf),
        planned,
        getListing,
      ),
    ),
  };
}

/** Installations of each version at the end of the last 30 days. */
export function planInstallationDays(
  now: Date,
  installed: readonly InstalledItem[],
  listings: Listings,
): (typeof installationDays.$inferInsert)[] {
  const days = Array.from({ length: 30 }, (_, ago) => secondsAfter(now, -ago * DAY));
  return listings.flatMap(({ id: listingId, tenantId, type, slug, version }) => {
    const own = installed.filter(({ row }) => row.type === type && row.slug === slug);
    const counts = days.map((at) => ({
      day: at.toISOString().slice(0, 10),
      installations: own.filter(({ steps }) => steps.findLast((step) => step.at <= at)?.version === version)
        .length,
    }));
    return counts
      .filter(({ installations: count }) => count > 0)
      .map((counted) => ({ tenantId, listingId, ...counted }));
  });
}

export type InstalledItem = ReturnType<typeof planInstallations>["installed"][number];

const timeOfStep = (
  rollouts: readonly DemoRollout[],
  installed: DemoInstallation,
  { version, ring = 1 }: DemoInstallation["steps"][number],
): Date => ringOpensAt(findRollout(rollouts, installed, version), ring);

/** Inputs of a build: the versions that were installed when it was queued, or the build that it retries. */
function freezeInputs(
  build: Build,
  original: Build | undefined,
  planned: readonly DemoInstallation[],
  getListing: (installed: DemoInstallation, version: string) => Listings[number],
): (typeof buildInputs.$inferInsert)[] {
  const queuedAt = original?.createdAt ?? build.createdAt;
  let look: string | null = null;
  const inputs = planned.flatMap((installed): BuildInput[] => {
    const { tenantId, appId, type, slug, steps } = installed;
    if (tenantId !== build.tenantId || (appId !== null && appId !== build.appId)) return [];
    const step = steps.findLast(({ at }) => at <= queuedAt);
    if (!step) return [];
    const { id: listingId, version, archiveSha256, themeLook } = getListing(installed, step.version);
    if (type !== "THEME") return [{ type, slug, version, sha256: archiveSha256 ?? null, listingId }];
    look = JSON.stringify(themeLook);
    const sha256 = createHash("sha256").update(look).digest("hex");
    return [{ type, slug, version, sha256, listingId }];
  });
  const byItem = inputs.toSorted((one, other) =>
    `${one.type} ${one.slug}` < `${other.type} ${other.slug}` ? -1 : 1,
  );
  return byItem.length === 0 ? [] : [{ buildId: build.id, tenantId: build.tenantId, inputs: byItem, look }];
}

function createPermissionReader(now: Date) {
  const items = readItems(now);
  return ({ type, slug }: DemoInstallation, version: string): string[] => {
    const item = items.find((one) => one.type === type && one.slug === slug);
    return item && type !== "THEME" ? packArchive(item, version).facts.manifest.permissions : [];
  };
}
