import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { EncryptionSubject } from "@/db/encrypted-columns.ts";
import { apps, appVariables, users } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import { type TenantContext, userIdOf } from "@/server/core/context.ts";
import { decryptSecret, encryptSecret, hasKeyOf } from "@/server/core/encryption.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import { isMaskable, MIN_MASKED_CHARACTERS } from "@/shared/text/secret-length.ts";
import { MAX_VARIABLES } from "@/shared/variables.ts";
import { appSubject, lockApp } from "../service.ts";
import type { SetVariable, VariableKey } from "./input.ts";
import type { VariableView, VariableWarning } from "./view.ts";

/** Variables of an app by name. Needs `APPS_MANAGE`. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function listVariables(ctx: TenantContext, appId: string): Promise<VariableView[]> {
  requirePermission(ctx, "APPS_MANAGE");
  const rows = await read(ctx, (tx) =>
    tx
      .select({ variable: VARIABLE_COLUMNS, updatedBy: users.name })
      .from(apps)
      .leftJoin(appVariables, eq(appVariables.appId, apps.id))
      .leftJoin(users, eq(users.id, appVariables.updatedBy))
      .where(and(eq(apps.id, appId), eq(apps.tenantId, ctx.tenant.id)))
      .orderBy(asc(appVariables.name)),
  );
  if (rows.length === 0) throw notFound("app");
  return rows.flatMap(({ variable, updatedBy }) =>
    variable ? [toVariableView(appId, variable, updatedBy)] : [],
  );
}

/**
 * Sets a variable of an app; what is not given stays. The audit log has neither values nor digests. Needs `APPS_MANAGE`.
 * @returns the variable, and whether it is new
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` beyond `MAX_VARIABLES`; `UNAVAILABLE` for a secret
 * without `SECRETS_KEY`
 */
export async function setVariable(
  ctx: TenantContext,
  { appId, name, value, ...given }: SetVariable,
): Promise<{ variable: VariableView; isNew: boolean }> {
  requirePermission(ctx, "APPS_MANAGE");
  return mutate(ctx, "app.set_variable", async (tx) => {
    await lockApp(tx, ctx, appId);
    const before = await findVariable(tx, ctx, { appId, name });
    if (!before) await requireCapacity(tx, appId);
    const { isSecret, platforms } = {
      isSecret: given.isSecret ?? before?.isSecret ?? true,
      platforms: given.platforms ?? before?.platforms ?? [],
    };
    const content = {
      isSecret,
      platforms,
      value: isSecret ? null : value,
      encrypted: isSecret ? encryptSecret(value, variableSubject(appId, name)) : null,
      updatedAt: ctx.now(),
      updatedBy: userIdOf(ctx.actor),
    };
    await tx
      .insert(appVariables)
      .values({ appId, name, tenantId: ctx.tenant.id, ...content })
      .onConflictDoUpdate({ target: [appVariables.appId, appVariables.name], set: content });
    const variable = await findVariable(tx, ctx, { appId, name });
    if (!variable) throw new Error("the variable was not stored");
    return {
      result: { variable, isNew: !before },
      audit: {
        ...appSubject(ctx, appId),
        ...(before && { before: auditFields(before) }),
        after: auditFields(variable),
      },
    };
  });
}

/** Deletes a variable of an app. Needs `APPS_MANAGE`. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function deleteVariable(ctx: TenantContext, key: VariableKey): Promise<void> {
  requirePermission(ctx, "APPS_MANAGE");
  await mutate(ctx, "app.delete_variable", async (tx) => {
    await lockApp(tx, ctx, key.appId);
    const before = await findVariable(tx, ctx, key);
    if (!before) throw notFound("variable");
    await tx
      .delete(appVariables)
      .where(and(eq(appVariables.appId, key.appId), eq(appVariables.name, key.name)));
    return { result: undefined, audit: { ...appSubject(ctx, key.appId), before: auditFields(before) } };
  });
}

export const variableSubject = (appId: string, name: string): EncryptionSubject =>
  `app_variables ${appId} ${name}`;

const auditFields = ({ name, isSecret, platforms }: VariableView) => ({ name, isSecret, platforms });

async function requireCapacity(tx: Transaction, appId: string): Promise<void> {
  if ((await tx.$count(appVariables, eq(appVariables.appId, appId))) < MAX_VARIABLES) return;
  throw invalidTransition(`An app can have at most ${MAX_VARIABLES} variables. Delete one first.`);
}

async function findVariable(tx: Transaction, ctx: TenantContext, { appId, name }: VariableKey) {
  const [row] = await tx
    .select({ variable: VARIABLE_COLUMNS, updatedBy: users.name })
    .from(appVariables)
    .leftJoin(users, eq(users.id, appVariables.updatedBy))
    .where(
      and(
        eq(appVariables.appId, appId),
        eq(appVariables.name, name),
        eq(appVariables.tenantId, ctx.tenant.id),
      ),
    );
  return row && toVariableView(appId, row.variable, row.updatedBy);
}

const VARIABLE_COLUMNS = {
  name: appVariables.name,
  isSecret: appVariables.isSecret,
  platforms: appVariables.platforms,
  value: appVariables.value,
  encrypted: appVariables.encrypted,
  updatedAt: appVariables.updatedAt,
};

type VariableRow = Pick<typeof appVariables.$inferSelect, keyof typeof VARIABLE_COLUMNS>;

const toVariableView = (
  appId: string,
  { encrypted, ...row }: VariableRow,
  updatedBy: string | null,
): VariableView => ({
  ...row,
  updatedAt: row.updatedAt.toISOString(),
  updatedBy,
  warnings: encrypted ? findWarnings(appId, row.name, encrypted) : [],
});

/** Warnings about a secret; none if its key is missing, as its value is not known then. */
function findWarnings(appId: string, name: string, encrypted: Uint8Array): VariableWarning[] {
  if (!hasKeyOf(encrypted) || isMaskable(decryptSecret(encrypted, variableSubject(appId, name)))) return [];
  const message = `The secret is shorter than ${MIN_MASKED_CHARACTERS} characters, so the output of builds shows it.`;
  return [{ code: "NOT_MASKED", message }];
}
