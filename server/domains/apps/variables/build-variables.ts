import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Orm, Transaction } from "@/db/client.ts";
import type { EncryptionSubject } from "@/db/encrypted-columns.ts";
import { appVariables, type BuildVariable, buildVariables } from "@/db/schema/index.ts";
import { decryptSecret, encryptSecret } from "@/server/core/encryption.ts";
import { findNameProblem } from "@/shared/variables.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { variableSubject } from "./service.ts";
import type { JobVariable } from "./view.ts";

/** Claimed build that gets its app's variables. */
export interface BuildOfApp {
  id: string;
  tenantId: string;
  appId: string;
  platform: Platform;
}

/**
 * Assigns the app's variables for its platform to a claimed build, and stores them with it: a repeated claim gets the same,
 * and its log is masked by them.
 * @throws AppError `UNAVAILABLE` if a secret cannot be decrypted; nothing is written then
 */
export async function assignVariables(
  tx: Transaction,
  { id: buildId, tenantId, appId, platform }: BuildOfApp,
): Promise<JobVariable[]> {
  const stored = await tx
    .select()
    .from(appVariables)
    .where(
      and(
        eq(appVariables.appId, appId),
        sql`(cardinality(${appVariables.platforms}) = 0 or ${platform} = any(${appVariables.platforms}))`,
      ),
    )
    .orderBy(asc(appVariables.name));
  // Names may have become reserved after they were stored.
  const rows = stored.filter(({ name }) => findNameProblem(name) === null);
  const assigned = rows.map(({ name, isSecret, value, encrypted }) => ({
    name,
    isSecret,
    value: encrypted ? decryptSecret(encrypted, variableSubject(appId, name)) : (value ?? ""),
  }));
  const variables: BuildVariable[] = rows.map(({ name, isSecret, value, updatedAt }) => ({
    name,
    isSecret,
    value,
    updatedAt: updatedAt.toISOString(),
  }));
  const secrets = assigned.filter(({ isSecret }) => isSecret).map(({ name, value }) => [name, value]);
  const encrypted =
    secrets.length > 0
      ? encryptSecret(JSON.stringify(Object.fromEntries(secrets)), assignmentSubject(buildId))
      : null;
  await tx
    .insert(buildVariables)
    .values({ buildId, tenantId, variables, encrypted })
    .onConflictDoUpdate({ target: buildVariables.buildId, set: { variables, encrypted } });
  return assigned;
}

/** Variables that a build got with its claim. @throws AppError `UNAVAILABLE` if its secrets cannot be decrypted */
export async function readAssignedVariables(
  reader: Pick<Orm, "select">,
  buildId: string,
): Promise<JobVariable[]> {
  const [row] = await reader.select().from(buildVariables).where(eq(buildVariables.buildId, buildId));
  if (!row) return [];
  const secrets = row.encrypted ? decryptAssignment(row.encrypted, buildId) : {};
  return row.variables.map(({ name, isSecret, value }) => ({
    name,
    isSecret,
    value: value ?? secrets[name] ?? "",
  }));
}

/** Variables of claimed builds as they got them, without the values of secrets, by the builds' ids. */
export async function readVariablesOf(
  reader: Pick<Orm, "select">,
  buildIds: readonly string[],
): Promise<Map<string, BuildVariable[]>> {
  const rows = await reader
    .select({ buildId: buildVariables.buildId, variables: buildVariables.variables })
    .from(buildVariables)
    .where(inArray(buildVariables.buildId, [...buildIds]));
  return new Map(rows.map(({ buildId, variables }) => [buildId, variables]));
}

/** Values of the secrets of a build, by name. */
export const decryptAssignment = (encrypted: Uint8Array, buildId: string): Record<string, string> =>
  JSON.parse(decryptSecret(encrypted, assignmentSubject(buildId))) as Record<string, string>;

const assignmentSubject = (buildId: string): EncryptionSubject => `build_variables ${buildId}`;

/**
 * Deletes the secrets of builds that ended before `endedBefore` and whose log is closed, so nothing has to be masked any
 * more. Names, and values that are no secrets, are kept for comparisons.
 */
export async function purgeBuildSecrets(tx: Transaction, endedBefore: Date): Promise<void> {
  await tx.execute(sql`
    update build_variables assigned set encrypted = null
    from builds
    where assigned.encrypted is not null and builds.id = assigned.build_id
      and builds.finished_at < ${endedBefore.toISOString()}
      and not exists (
        select from build_logs where build_logs.build_id = assigned.build_id and build_logs.closed_at is null
      )`);
}
