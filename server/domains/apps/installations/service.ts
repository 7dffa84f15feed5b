import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { installations } from "@/db/schema/index.ts";
import { recordAudit } from "@/server/core/audit.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import { type TenantContext, userIdOf } from "@/server/core/context.ts";
import { mutate, read, type TransactionContext } from "@/server/core/transactions.ts";
import { announceCountChange } from "@/server/events/marketplace-changes.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { AppError, invalidTransition, notFound } from "@/shared/errors.ts";
import { findUpdateHold } from "../rollouts/holds.ts";
import { describeHold } from "../rollouts/policy.ts";
import type { VersionHold } from "../rollouts/view.ts";
import { getApp, lockApp } from "../service.ts";
import type { InstallationKey, InstallationTarget, SetInstallation } from "./input.ts";
import {
  auditFields,
  getDescription,
  type InstallationRow,
  installationSubject,
  installationUpdated,
  isInstalledIn,
  itemOf,
  selectInstallations,
  toInstallationView,
} from "./installation-row.ts";
import { isForApps, MAX_INSTALLATIONS, missingPermissions } from "./policy.ts";
import {
  describeVersions,
  findInstallableVersion,
  type InstallableVersion,
  type VersionDescription,
} from "./versions.ts";
import type { InstallationView, InstallationWarning } from "./view.ts";

/**
 * Installations in an app, or the tenant's system plugins, by type and slug. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function listInstallations(
  ctx: TenantContext,
  target: InstallationTarget,
): Promise<InstallationView[]> {
  return (await readInstallations(ctx, target)).map(({ view }) => view);
}

/** Installations with what the marketplace says about their versions. Needs `BUILDS_READ`. @throws AppError as the list */
export async function readInstallations(
  ctx: TenantContext,
  { appId }: InstallationTarget,
): Promise<{ view: InstallationView; installed: VersionDescription }[]> {
  requirePermission(ctx, "BUILDS_READ");
  if (appId) await getApp(ctx, appId);
  const described = await read(ctx, (tx) => selectInstallations(tx, isInstalledIn(ctx, appId)));
  return described.map(({ row, installed }) => ({ view: toInstallationView(row, installed), installed }));
}

/**
 * Installs an item, or changes version, update policy or consent of an installation. A theme replaces the app's theme.
 * Earlier consent to the item holds until it is uninstalled. Needs `APPS_MANAGE`.
 * @returns the installation, warnings about the version that was named, and whether the installation is new
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `NOT_INSTALLABLE` without such an approved version, for one without
 * code, or for a type that is not installed there; `PERMISSIONS_NOT_ACCEPTED` with each permission; `INVALID_TRANSITION` beyond `MAX_INSTALLATIONS`, or
 * if another version than the expected one is installed
 */
export async function setInstallation(
  ctx: TenantContext,
  input: SetInstallation,
): Promise<{ installation: InstallationView; warnings: InstallationWarning[]; isNew: boolean }> {
  requirePermission(ctx, "APPS_MANAGE");
  const { appId, type, slug } = input;
  return mutate(ctx, "installation.set", async (tx, joined) => {
    await lockTarget(tx, ctx, input);
    const found = await getInstallableVersion(tx, input);
    const before = await findInstallation(tx, ctx, input);
    const warnings = found.hold ? [toWarning(found.version, found.hold)] : [];
    const updates = input.updates ?? before?.updates ?? "MANUAL";
    await requireExpectedVersion(tx, before, input);
    const accepted = acceptPermissions(found.permissions, before?.acceptedPermissions ?? [], input);
    if (type === "THEME" && appId) await removeOtherTheme(tx, joined, { appId, slug });
    if (!before) await requireCapacity(tx, ctx, appId);
    else if (
      before.listingId === found.listingId &&
      before.updates === updates &&
      sameNames(before.acceptedPermissions, accepted)
    ) {
      const versions = await describeVersions(tx, [before.listingId]);
      const installation = toInstallationView(before, getDescription(versions, before.listingId));
      return { result: { installation, warnings, isNew: false }, audit: null };
    }
    const now = ctx.now();
    const content = {
      listingId: found.listingId,
      updates,
      acceptedPermissions: accepted,
      updatedAt: now,
    };
    const [stored] = before
      ? await tx.update(installations).set(content).where(eq(installations.id, before.id)).returning()
      : await tx
          .insert(installations)
          .values({
            id: ctx.newId(),
            tenantId: ctx.tenant.id,
            appId,
            type,
            slug,
            ...content,
            installedBy: userIdOf(ctx.actor),
            installedAt: now,
          })
          .returning();
    if (!stored) throw new Error("the installation was not stored");
    const row = await refreshHold(tx, stored);
    const versions = await describeVersions(tx, [row.listingId, ...(before ? [before.listingId] : [])]);
    const previous = before ? versions.get(before.listingId)?.version : undefined;
    await recordEvent(tx, ctx, installationUpdated(row, found.version, previous ?? null));
    if (!before) announceCountChange(joined, itemOf(row));
    return {
      result: {
        installation: toInstallationView(row, getDescription(versions, row.listingId)),
        warnings,
        isNew: !before,
      },
      audit: {
        ...installationSubject(ctx, row.id),
        ...(before && { before: auditFields(before, previous ?? null) }),
        after: auditFields(row, found.version),
      },
    };
  });
}

/** Uninstalls an item. Needs `APPS_MANAGE`. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function removeInstallation(ctx: TenantContext, key: InstallationKey): Promise<void> {
  requirePermission(ctx, "APPS_MANAGE");
  await mutate(ctx, "installation.remove", async (tx, joined) => {
    await lockTarget(tx, ctx, key);
    const installed = await findInstallation(tx, ctx, key);
    if (!installed) throw notFound("installation");
    return { result: undefined, audit: await deleteInstallation(tx, joined, installed) };
  });
}

/** Uninstalls everything from an app that is being deleted, with an audit row and an event each. The caller authorizes. */
export async function removeInstallationsOfApp(
  tx: Transaction,
  ctx: TransactionContext<TenantContext>,
  appId: string,
): Promise<void> {
  for (const { row } of await selectInstallations(tx, isInstalledIn(ctx, appId))) {
    await recordAudit(tx, ctx, "installation.remove", await deleteInstallation(tx, ctx, row));
  }
}

/** Serializes changes of the installations of one app, or of the tenant's system plugins. */
async function lockTarget(tx: Transaction, ctx: TenantContext, { appId, type }: InstallationKey) {
  if (appId) await lockApp(tx, ctx, appId);
  else
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('installations ' || ${ctx.tenant.id}, 0))`,
    );
  if (isForApps(type) === (appId !== null)) return;
  const target = isForApps(type) ? "an app" : "a workspace";
  throw new AppError("NOT_INSTALLABLE", `Items of the type ${type} are installed in ${target}.`);
}

async function getInstallableVersion(tx: Transaction, input: SetInstallation): Promise<InstallableVersion> {
  const { slug, version } = input;
  const found = await findInstallableVersion(tx, input);
  if (found?.lacksCode) {
    const message = `${slug} ${found.version} has no archive: there is no code to install.`;
    throw new AppError("NOT_INSTALLABLE", message);
  }
  if (found && (version || !found.hold)) return found;
  const wanted = found?.hold
    ? `${describeHold(found.version, found.hold.state)} ${slug} has no other approved release. To install it anyway, name its version.`
    : `${slug} has no approved version${version ? ` ${version}` : ""}.`;
  throw new AppError("NOT_INSTALLABLE", wanted);
}

const toWarning = (version: string, { state, reason }: VersionHold): InstallationWarning => ({
  code: state === "HELD" ? "ON_HOLD" : "ROLLED_BACK",
  message: [describeHold(version, state), reason].filter(Boolean).join(" "),
});

/** Installation with the hold of the update that follows from its version, policy and consent. */
async function refreshHold(tx: Transaction, row: InstallationRow): Promise<InstallationRow> {
  const hold = await findUpdateHold(tx, row.id);
  if (!row.hold && !hold) return row;
  await tx.update(installations).set({ hold }).where(eq(installations.id, row.id));
  return { ...row, hold };
}

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** Permissions that have consent afterwards: the earlier ones that stay, and those of the request that the version asks for. */
function acceptPermissions(
  requested: readonly string[],
  earlier: readonly string[],
  { acceptPermissions: offered, replacesConsent }: SetInstallation,
): string[] {
  const kept = replacesConsent ? earlier.filter((name) => offered.includes(name)) : earlier;
  const accepted = new Set([...kept, ...offered.filter((name) => requested.includes(name))]);
  const missing = missingPermissions(requested, [...accepted]);
  if (missing.length === 0) return [...accepted].sort();
  throw new AppError("PERMISSIONS_NOT_ACCEPTED", `The version requests ${missing.join(", ")}.`, {
    problems: missing.map((name) => ({ path: "acceptPermissions", message: `must include "${name}"` })),
  });
}

/** Check against a change, such as an automatic update, that the caller has not seen. */
async function requireExpectedVersion(
  tx: Transaction,
  before: InstallationRow | undefined,
  { slug, expectedVersion }: SetInstallation,
): Promise<void> {
  if (expectedVersion === undefined) return;
  const described = before && (await describeVersions(tx, [before.listingId]));
  const installed = (before && described?.get(before.listingId)?.version) ?? null;
  if (installed === expectedVersion) return;
  const change = installed === null ? "uninstalled" : `changed to ${installed}`;
  throw invalidTransition(`${slug} was ${change} in the meantime. Reload to see it.`);
}

async function removeOtherTheme(
  tx: Transaction,
  ctx: TransactionContext<TenantContext>,
  { appId, slug }: { appId: string; slug: string },
): Promise<void> {
  const [other] = await tx
    .select()
    .from(installations)
    .where(and(isInstalledIn(ctx, appId), eq(installations.type, "THEME"), ne(installations.slug, slug)));
  if (other) await recordAudit(tx, ctx, "installation.remove", await deleteInstallation(tx, ctx, other));
}

async function deleteInstallation(
  tx: Transaction,
  ctx: TransactionContext<TenantContext>,
  installed: InstallationRow,
) {
  const version =
    (await describeVersions(tx, [installed.listingId])).get(installed.listingId)?.version ?? null;
  await tx.delete(installations).where(eq(installations.id, installed.id));
  await recordEvent(tx, ctx, installationUpdated(installed, null, version));
  announceCountChange(ctx, itemOf(installed));
  return { ...installationSubject(ctx, installed.id), before: auditFields(installed, version) };
}

async function requireCapacity(tx: Transaction, ctx: TenantContext, appId: string | null): Promise<void> {
  if ((await tx.$count(installations, isInstalledIn(ctx, appId))) < MAX_INSTALLATIONS) return;
  const target = appId ? "An app" : "A workspace";
  throw invalidTransition(`${target} can have at most ${MAX_INSTALLATIONS} installations.`);
}

async function findInstallation(
  tx: Transaction,
  ctx: TenantContext,
  { appId, type, slug }: InstallationKey,
): Promise<InstallationRow | undefined> {
  const [row] = await tx
    .select()
    .from(installations)
    .where(and(isInstalledIn(ctx, appId), eq(installations.type, type), eq(installations.slug, slug)));
  return row;
}
