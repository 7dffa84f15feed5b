import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { auditLog } from "@/db/schema/index.ts";
import { type AccessScene, type ActorName, createAccessScene } from "@/e2e/support/access-scene.ts";
import { sessionOfActor, setUpPlatform } from "@/e2e/support/platform.ts";
import { consumeRateLimit, RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { STARTER_THEME } from "@/shared/plugin/theme-config.ts";
import type { AuditAction } from "./core/audit.ts";
import { database, type UserActor } from "./core/context.ts";
import { completeEnv } from "./core/env/env.ts";
import { appRouter, createCaller } from "./router.ts";

/**
 * Access matrix of all procedures: who may call each, whether that needs a recent sign-in, and what it writes to the audit
 * log. A procedure without an entry fails, and each entry is checked against the running code.
 */
setUpPlatform();
beforeAll(() =>
  completeEnv({
    OUTBOUND_ALLOW_HOSTS: "127.0.0.1",
    NEXTAUTH_URL: "https://drydock.test",
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
  }),
);

/** Lowest caller. Roles of a tenant include those above. `RECENT` needs a recent sign-in (users: or their password). */
type Access =
  | "ANYBODY"
  | "USER"
  | "RECENT_USER"
  | "VIEWER"
  | "DEVELOPER"
  | "OWNER"
  | "ADMIN"
  | "RECENT_ADMIN";

/** Readers by namespace; `QUERY_EXCEPTIONS` has those of single procedures. */
const QUERIES: Record<Exclude<Access, `RECENT_${string}` | "DEVELOPER">, string> = {
  ANYBODY: "marketplace featuredItems registry emailLinks",
  USER: "settings secondFactors notifications",
  VIEWER:
    "apps builds installations rollouts entities themes listings checks tokens members search billing tenants",
  OWNER: "audit",
  ADMIN:
    "adminRollouts adminChecks adminModeration adminCatalog adminFailures adminFeaturedItems adminItemReports adminBuilds adminWorkers adminMails adminCallbacks adminBilling adminAudit adminOverview adminSavedReplies adminSearch adminSystem adminTenants adminUsers adminMembers",
};
const QUERY_EXCEPTIONS: Record<string, Access> = {
  "members.invitation": "ANYBODY",
  "members.invitations": "OWNER",
  "notifications.unsubscribeOffer": "ANYBODY",
  "tokens.listOwn": "USER",
  "variables.list": "DEVELOPER",
};

/** Callers of each mutation, and its actions in the audit log. None: no state that people share changes. */
const MUTATIONS: Record<string, [Access, ...AuditAction[]]> = {
  "adminBilling.dryRun": ["ADMIN"],
  "adminBilling.ignore": ["ADMIN", "billing_event.ignore"],
  "adminBilling.reprocess": ["RECENT_ADMIN", "billing_event.process_again"],
  "adminBuilds.fail": ["ADMIN", "build.fail"],
  "adminBuilds.retry": ["ADMIN", "build.retry"],
  "adminCallbacks.create": ["RECENT_ADMIN", "channel.create"],
  "adminCallbacks.pause": ["ADMIN", "channel.pause"],
  "adminCallbacks.redeliver": ["RECENT_ADMIN", "delivery.redeliver"],
  "adminCallbacks.redeliverFailed": ["RECENT_ADMIN", "channel.redeliver_failed"],
  "adminCallbacks.resolveParked": ["RECENT_ADMIN", "channel.settle_parked"],
  "adminCallbacks.resume": ["RECENT_ADMIN", "channel.resume"],
  "adminCallbacks.rotateSecret": ["RECENT_ADMIN", "channel.rotate_secret"],
  "adminCallbacks.test": ["RECENT_ADMIN", "channel.test"],
  "adminCallbacks.update": ["RECENT_ADMIN", "channel.update"],
  "adminChecks.block": ["RECENT_ADMIN", "archive.block"],
  "adminChecks.rerun": ["ADMIN", "listing.recheck"],
  "adminChecks.unblock": ["RECENT_ADMIN", "archive.unblock"],
  "adminFailures.addNotice": ["ADMIN", "failure_notice.create"],
  "adminFailures.endNotice": ["ADMIN", "failure_notice.end"],
  "adminFeaturedItems.add": ["ADMIN", "featured_item.add"],
  "adminFeaturedItems.move": ["ADMIN", "featured_item.move"],
  "adminFeaturedItems.remove": ["ADMIN", "featured_item.remove"],
  "adminItemReports.close": ["ADMIN", "item_report.resolve"],
  "adminMails.dismiss": ["ADMIN", "mail.dismiss"],
  "adminMails.dismissFailed": ["ADMIN", "mail.dismiss"],
  "adminMails.sendAgain": ["RECENT_ADMIN", "mail.send_again"],
  "adminMails.sendFailedAgain": ["RECENT_ADMIN", "mail.send_again"],
  "adminMembers.changeRole": ["RECENT_ADMIN", "membership.change_role"],
  "adminMembers.end": ["RECENT_ADMIN", "membership.remove"],
  "adminModeration.claim": ["ADMIN", "listing.take_over"],
  "adminModeration.decide": ["ADMIN", "listing.approve", "rollout.start"],
  "adminModeration.decideMany": ["ADMIN", "listing.approve", "rollout.start"],
  "adminModeration.note": ["ADMIN", "listing.note"],
  "adminModeration.release": ["ADMIN"],
  "adminModeration.undo": ["ADMIN", "listing.undo"],
  "adminModeration.write": ["ADMIN", "listing.message"],
  "adminRollouts.control": ["RECENT_ADMIN", "rollout.hold"],
  "adminSavedReplies.create": ["ADMIN", "saved_reply.create"],
  "adminSavedReplies.delete": ["ADMIN", "saved_reply.delete"],
  "adminSavedReplies.edit": ["ADMIN", "saved_reply.edit"],
  "adminSecondFactors.reset": ["RECENT_ADMIN", "user.reset_second_factor"],
  "adminSystem.discardJob": ["ADMIN", "job.discard"],
  "adminSystem.retryJob": ["RECENT_ADMIN", "job.retry"],
  "adminTenants.restore": ["RECENT_ADMIN", "tenant.restore"],
  "adminTenants.suspend": ["RECENT_ADMIN", "tenant.suspend"],
  "adminTenants.verify": ["RECENT_ADMIN", "tenant.verify"],
  "adminUsers.disable": ["RECENT_ADMIN", "user.disable"],
  "adminUsers.enable": ["RECENT_ADMIN", "user.enable"],
  "adminUsers.endSessions": ["ADMIN", "user.end_sessions"],
  "adminUsers.grantSuperAdmin": ["RECENT_ADMIN", "user.grant_super_admin"],
  "adminUsers.revokeSuperAdmin": ["RECENT_ADMIN", "user.revoke_super_admin"],
  "adminUsers.sendResetLink": ["RECENT_ADMIN", "user.send_reset_link"],
  "adminUsers.verifyEmail": ["RECENT_ADMIN", "user.verify_email"],
  "adminWorkers.drain": ["ADMIN", "worker.drain"],
  "adminWorkers.forget": ["ADMIN", "worker.forget"],
  "adminWorkers.resume": ["ADMIN", "worker.resume"],
  "apps.archive": ["DEVELOPER", "app.archive"],
  "apps.create": ["DEVELOPER", "app.create"],
  "apps.delete": ["DEVELOPER", "app.delete"],
  "apps.edit": ["DEVELOPER", "app.edit"],
  "apps.restore": ["DEVELOPER", "app.restore"],
  "builds.cancel": ["DEVELOPER", "build.cancel"],
  "builds.deleteView": ["VIEWER", "build_view.delete"],
  "builds.queue": ["DEVELOPER", "build.queue"],
  "builds.retry": ["DEVELOPER", "build.retry"],
  "builds.saveView": ["VIEWER", "build_view.save"],
  "emailLinks.requestReset": ["ANYBODY"],
  "emailLinks.resetPassword": ["ANYBODY", "user.reset_password"],
  "entities.edit": ["DEVELOPER", "entity.edit"],
  "entities.register": ["DEVELOPER", "entity.register"],
  "installations.remove": ["DEVELOPER", "installation.remove"],
  "installations.set": ["DEVELOPER", "installation.set"],
  "listings.publish": ["DEVELOPER", "listing.publish"],
  "listings.reply": ["DEVELOPER", "listing.message"],
  "listings.withdraw": ["DEVELOPER", "listing.withdraw"],
  "members.changeRole": ["OWNER", "membership.change_role"],
  "members.invite": ["OWNER", "invitation.create"],
  "members.join": ["USER", "membership.join"],
  "members.joinAsNew": ["ANYBODY", "membership.join_as_new"],
  "members.remove": ["OWNER", "membership.remove"],
  "members.resendInvitation": ["OWNER", "invitation.resend"],
  "members.revokeInvitation": ["OWNER", "invitation.revoke"],
  "notifications.markRead": ["USER"],
  "notifications.setAppPreference": ["USER", "user.set_notifications"],
  "notifications.setPreference": ["USER", "user.set_notifications"],
  "rollouts.control": ["DEVELOPER", "rollout.hold"],
  "secondFactors.addPasskey": ["RECENT_USER", "user.add_passkey"],
  "secondFactors.confirmTotp": ["RECENT_USER", "user.enable_totp"],
  "secondFactors.reauthenticate": ["USER"],
  "secondFactors.regenerateRecoveryCodes": ["RECENT_USER", "user.replace_recovery_codes"],
  "secondFactors.removePasskey": ["RECENT_USER", "user.remove_passkey"],
  "secondFactors.removeTotp": ["RECENT_USER", "user.disable_totp"],
  "secondFactors.renamePasskey": ["USER", "user.rename_passkey"],
  "secondFactors.startPasskey": ["RECENT_USER"],
  "secondFactors.startReauthentication": ["USER"],
  "secondFactors.startTotp": ["USER"],
  "settings.cancelEmailChange": ["USER", "user.cancel_email_change"],
  "settings.changeEmail": ["RECENT_USER", "user.request_email_change"],
  "settings.changePassword": ["USER", "user.change_password"],
  "settings.confirmEmail": ["USER", "user.verify_email"],
  "settings.delete": ["RECENT_USER", "membership.leave", "user.delete"],
  "settings.endOtherSessions": ["USER", "user.end_other_sessions"],
  "settings.endSession": ["USER", "user.end_session"],
  "settings.rename": ["USER", "user.rename"],
  "settings.resendVerification": ["USER", "user.send_verification"],
  "signIn.secondStep": ["ANYBODY"],
  "signIn.startPasskey": ["ANYBODY"],
  "tenants.create": ["USER", "tenant.create"],
  "tenants.remember": ["USER"],
  "tenants.rename": ["OWNER", "tenant.rename"],
  "tenants.signUp": ["ANYBODY", "tenant.sign_up"],
  "themes.editPreview": ["DEVELOPER", "theme.edit_preview"],
  "themes.removePreview": ["DEVELOPER", "theme.remove_preview"],
  "themes.save": ["DEVELOPER", "theme.save"],
  "tokens.create": ["VIEWER", "api_token.create"],
  "tokens.revoke": ["VIEWER", "api_token.revoke"],
  "tokens.revokeOwn": ["USER", "api_token.revoke"],
  "variables.delete": ["DEVELOPER", "app.delete_variable"],
  "variables.set": ["DEVELOPER", "app.set_variable"],
};

/** Mutations whose success needs a mailed secret, an authenticator, a file or a past. Tests of their own prove what they record. */
const UNREACHED = new Set([
  "adminFailures.addNotice",
  "adminModeration.undo",
  "emailLinks.resetPassword",
  "members.join",
  "members.joinAsNew",
  "secondFactors.addPasskey",
  "secondFactors.confirmTotp",
  "secondFactors.removeTotp",
  "settings.cancelEmailChange",
  "settings.confirmEmail",
  "settings.resendVerification",
  "themes.editPreview",
  "themes.removePreview",
]);

/** Inputs that differ from the fields of the scene. */
const INPUTS: Record<string, (scene: AccessScene) => Record<string, unknown>> = {
  "adminBuilds.retry": ({ failedBuild }) => failedBuild,
  "adminCallbacks.resume": ({ pausedChannel }) => pausedChannel,
  "adminChecks.unblock": ({ blocked }) => blocked,
  "adminFeaturedItems.move": ({ featured }) => featured,
  "adminFeaturedItems.remove": ({ featured }) => featured,
  "adminItemReports.close": () => ({ status: "RESOLVED" }),
  "adminMembers.list": () => ({ userId: undefined }),
  "adminModeration.claim": ({ claimed }) => ({ ...claimed, takeOver: true }),
  "adminRollouts.control": ({ approved }) => approved,
  "adminSavedReplies.edit": () => ({ title: randomUUID() }),
  "adminTenants.restore": ({ suspended }) => suspended,
  "adminUsers.enable": ({ disabled }) => disabled,
  "adminUsers.revokeSuperAdmin": ({ otherAdmin }) => otherAdmin,
  "adminUsers.verifyEmail": ({ unverified }) => unverified,
  "adminWorkers.resume": ({ drainingWorker }) => drainingWorker,
  "apps.create": () => ({ slug: `new-${randomUUID()}` }),
  "apps.delete": ({ emptyApp }) => emptyApp,
  "apps.restore": ({ archivedApp }) => archivedApp,
  "builds.retry": ({ failedBuild }) => failedBuild,
  "entities.edit": ({ theme }) => theme,
  "entities.register": () => ({ slug: `new-${randomUUID()}` }),
  "installations.remove": ({ installation }) => installation,
  "listings.publish": ({ theme }) => theme,
  "notifications.setPreference": () => ({ bell: false }),
  "rollouts.control": ({ approved }) => approved,
  "settings.changePassword": ({ fields }) => ({
    currentPassword: fields["password"],
    newPassword: "another long battery of staples",
  }),
  "themes.save": () => ({ revision: 1, themeConfig: STARTER_THEME }),
  "tokens.create": () => ({ permissions: [], expires: "1h" }),
  "variables.delete": () => ({ name: "OLD" }),
  "variables.set": () => ({ name: "NEW", isSecret: false }),
};

interface Definition {
  type: "query" | "mutation" | "subscription";
  inputs: z.ZodType[];
}
const definitions = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: Definition }>,
).map(([path, { _def }]) => [path, _def] as const);
const isMutation = ([, { type }]: (typeof definitions)[number]) => type === "mutation";
const paths = definitions.map(([path]) => path);
const mutations = definitions.filter(isMutation).map(([path]) => path);
const queries = paths.filter((path) => !mutations.includes(path));

const namespaces = new Map(
  Object.entries(QUERIES).flatMap(([access, names]) =>
    names.split(" ").map((name) => [name, access as Access] as const),
  ),
);
const namespaceOf = (path: string) => path.split(".")[0] ?? "";
const accessOf = (path: string): Access =>
  MUTATIONS[path]?.[0] ?? QUERY_EXCEPTIONS[path] ?? namespaces.get(namespaceOf(path)) ?? "ANYBODY";

const VALUES = ["sample-text", "1.0.0", "2026-01-01T00:00:00.000Z", "https://127.0.0.1/", 1, 7, true];

const accepts = async (schema: z.ZodType, value: unknown) => (await schema.safeParseAsync(value)).success;

/** Small input that a schema accepts, from the fields of the scene where it has them. */
async function sample(schema: z.ZodType, scene: AccessScene, name = ""): Promise<unknown> {
  const inner = (part: unknown, key = name) => sample(part as z.ZodType, scene, key);
  if (schema instanceof z.ZodObject) {
    const entries = Object.entries(schema.shape).map(async ([key, field]) => [key, await inner(field, key)]);
    return Object.fromEntries(await Promise.all(entries));
  }
  if (name in scene.fields && (await accepts(schema, scene.fields[name]))) return scene.fields[name];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return undefined;
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodPipe) return inner(schema.in);
  if (schema instanceof z.ZodUnion) return inner(schema.options[0]);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodArray)
    return (await accepts(schema, [])) ? [] : [await inner(schema.element, name.replace(/s$/, ""))];
  for (const value of VALUES) if (await accepts(schema, value)) return value;
  return undefined;
}

async function inputOf(path: string, scene: AccessScene): Promise<Record<string, unknown>> {
  const schemas = definitions.find(([name]) => name === path)?.[1].inputs ?? [];
  const parts = await Promise.all(schemas.map((schema) => sample(schema, scene)));
  return Object.assign({}, ...parts, INPUTS[path]?.(scene));
}

const callAt = (caller: unknown, path: string) =>
  path.split(".").reduce((node, name) => (node as Record<string, unknown>)[name], caller) as (
    input: unknown,
  ) => Promise<unknown>;

interface Result {
  code: string;
  reason: string | undefined;
  message: string | undefined;
  actions: AuditAction[];
}

async function call(path: string, actor: UserActor | null, input: unknown): Promise<Result> {
  const requestId = randomUUID();
  const session = actor && sessionOfActor(actor);
  const renewSession = async () => undefined;
  const caller = createCaller({ session, requestId, address: requestId, renewSession });
  const refusal = await callAt(
    caller,
    path,
  )(input).then(
    () => null,
    (error: { code: string; message: string; cause?: { reason?: string } }) => error,
  );
  const { orm } = database().systemDb;
  const rows = await orm.select().from(auditLog).where(eq(auditLog.requestId, requestId));
  return {
    code: refusal?.code ?? "OK",
    reason: refusal?.cause?.reason,
    message: refusal?.message,
    actions: [...new Set(rows.map(({ action }) => action as AuditAction))].toSorted(),
  };
}

/** Refused callers of each kind of procedure, by code or reason. */
const NO_TENANT = {
  nobody: "UNAUTHORIZED",
  ended: "UNAUTHORIZED",
  stranger: "NOT_FOUND",
  admin: "NOT_FOUND",
};
const NO_ADMIN = { nobody: "UNAUTHORIZED", ended: "UNAUTHORIZED", stranger: "FORBIDDEN", owner: "FORBIDDEN" };
const NO_USER = { nobody: "UNAUTHORIZED", ended: "UNAUTHORIZED" };
const RULES: Record<Access, { caller: ActorName; refused: Partial<Record<ActorName, string>> }> = {
  ANYBODY: { caller: "nobody", refused: {} },
  USER: { caller: "viewer", refused: NO_USER },
  RECENT_USER: { caller: "viewer", refused: { ...NO_USER, stranger: "REAUTHENTICATE" } },
  VIEWER: { caller: "viewer", refused: NO_TENANT },
  DEVELOPER: { caller: "developer", refused: { ...NO_TENANT, viewer: "FORBIDDEN" } },
  OWNER: { caller: "owner", refused: { ...NO_TENANT, viewer: "FORBIDDEN", developer: "FORBIDDEN" } },
  ADMIN: { caller: "staleAdmin", refused: NO_ADMIN },
  RECENT_ADMIN: { caller: "admin", refused: { ...NO_ADMIN, staleAdmin: "REAUTHENTICATE" } },
};

/** Calls a procedure as each caller that it refuses, then as the lowest that it accepts. */
async function expectAccess(path: string, scene: AccessScene): Promise<Result> {
  const input = await inputOf(path, scene);
  const { caller, refused } = RULES[accessOf(path)];
  const refusals = Object.keys(refused).map(async (name) => {
    const { code, reason, actions } = await call(path, scene.actors[name as ActorName], input);
    return [name, actions.join() || (reason ?? code)];
  });
  expect(Object.fromEntries(await Promise.all(refusals))).toEqual(refused);
  const result = await call(path, scene.actors[caller], input);
  expect(["UNAUTHORIZED", "FORBIDDEN"], result.message).not.toContain(result.code);
  expect(result.message).not.toBe("Workspace not found.");
  return result;
}

describe("the access matrix", () => {
  it("has each procedure once", () => {
    expect(Object.keys(MUTATIONS).toSorted()).toEqual(mutations.toSorted());
    expect(queries.filter((path) => !QUERY_EXCEPTIONS[path] && !namespaces.has(namespaceOf(path)))).toEqual(
      [],
    );
    expect(Object.keys(QUERY_EXCEPTIONS).filter((path) => !queries.includes(path))).toEqual([]);
  });
});

describe("a query", () => {
  let scene: AccessScene;
  beforeAll(async () => {
    scene = await createAccessScene();
  });

  it.each(queries)("%s", async (path) => {
    expect((await expectAccess(path, scene)).actions).toEqual([]);
  });
});

describe("a mutation", () => {
  it.each(mutations)("%s", async (path) => {
    const { code, actions, message } = await expectAccess(path, await createAccessScene());
    const [, ...recorded] = MUTATIONS[path] ?? ["ANYBODY"];
    if (UNREACHED.has(path) || recorded.length === 0) expect(actions).toEqual([]);
    else expect([code, actions], message).toEqual(["OK", recorded.toSorted()]);
  });
});

it("every call of a browser counts against a rate limit", async () => {
  const address = randomUUID();
  const caller = createCaller({ session: null, requestId: address, address, isLimited: true });
  for (let count = 0; count < RATE_LIMITS["trpc-anonymous"].points; count += 1)
    await consumeRateLimit("trpc-anonymous", address);
  for (const path of paths) {
    await expect(callAt(caller, path)({}), path).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  }
});
