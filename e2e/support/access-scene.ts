import { randomUUID } from "node:crypto";
import {
  createApp,
  createBuild,
  createEntity,
  createListing,
  createMembership,
  createTenant,
  createUser,
} from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import {
  appVariables,
  billingEvents,
  blockedArchives,
  buildViews,
  buildWorkers,
  deliveries,
  domainEvents,
  failureNotices,
  featuredItems,
  invitations,
  itemReports,
  mails,
  moderationClaims,
  notificationChannels,
  passkeys,
  savedReplies,
} from "@/db/schema/index.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { database, type UserActor } from "@/server/core/context.ts";
import { issueToken } from "@/server/domains/accounts/tokens/service.ts";
import { generateSecret } from "@/server/domains/notifications/callbacks/signature.ts";
import { createDeadJob } from "./jobs.ts";
import { signInAdmin, signInMember, withSession } from "./platform.ts";
import { createInstallation, createItem, createRollout } from "./rollouts.ts";

const PASSWORD = "correct horse battery staple";
const passwordHash = hashPassword(PASSWORD);
const BLOCKED = "ab".repeat(32);

/**
 * Workspace with a member of each role and objects of each kind, so that a call with their ids fails for want of rights
 * only. `fields` are inputs by their name.
 */
export async function createAccessScene() {
  const { orm } = database().systemDb;
  const now = new Date();
  const later = new Date(now.getTime() + 3_600_000);
  const owner = await signInMember("OWNER");
  const { id: tenantId, slug: tenant } = owner.tenant;
  /** Member with a password and a passkey, who signed in now. */
  const addMember = async (role: "DEVELOPER" | "VIEWER") => {
    const user = await createUser(orm, { passwordHash: await passwordHash, secondFactorAt: now });
    const { id: userId } = user;
    await createMembership(orm, { tenantId, userId, role });
    const passkey = { publicKey: Buffer.from("key"), counter: 0, transports: [], isBackedUp: false };
    const id = randomUUID();
    await orm.insert(passkeys).values({ ...passkey, id, userId, name: "Key", credentialId: id });
    return { actor: await withSession(toUserActor(user, now.getTime())), passkeyId: id };
  };
  const [
    { actor: developer },
    { actor: viewer, passkeyId },
    { actor: other },
    { actor: admin },
    { actor: stranger },
  ] = await Promise.all([
    addMember("DEVELOPER"),
    addMember("VIEWER"),
    addMember("DEVELOPER"),
    signInAdmin(),
    signInMember("OWNER"),
  ]);
  const { sessionId } = await withSession(viewer);
  const { authenticatedAt: _, ...staleAdmin } = admin;
  const actors: Record<ActorName, UserActor | null> = {
    nobody: null,
    ended: { ...viewer, sessionVersion: 0 },
    stranger,
    viewer,
    developer,
    owner: owner.actor,
    staleAdmin,
    admin,
  };

  const { id: appId } = await createApp(orm, { tenantId });
  const { id: emptyAppId } = await createApp(orm, { tenantId });
  const { id: archivedAppId } = await createApp(orm, { tenantId, archivedAt: now });
  await orm
    .insert(appVariables)
    .values({ appId, tenantId, name: "OLD", value: "x", isSecret: false, platforms: [], updatedAt: now });
  const { id: buildId } = await createBuild(orm, { tenantId, appId });
  const { id: failedBuildId } = await createBuild(orm, { tenantId, appId, status: "FAILED" });
  const item = await createItem(orm, tenantId);
  const approved = await item.addVersion("1.0.0");
  const { id: listingId, archiveSha256: sha256 } = await item.addVersion("1.1.0", [], true);
  const installation = await createInstallation(orm, { tenantId, listingId: approved.id });
  await createRollout(orm, approved.id, { state: "RUNNING" });
  const theme = await createEntity(orm, { type: "THEME", tenantId });
  const featured = await createListing(orm, { tenantId, type: "THEME", status: "APPROVED" });
  const shown = { type: featured.type, slug: featured.slug };
  const claimed = await createListing(orm, { tenantId, type: "THEME" });
  const token = await issueToken(owner, viewer.userId, { name: "cli", permissions: [], expires: 600 });

  const { userId: adminId } = (await signInAdmin()).actor;
  const unverified = await createUser(orm, { emailVerifiedAt: null });
  const disabled = await createUser(orm, { disabledAt: now, disabledReason: "x" });
  const suspended = await createTenant(orm, { suspendedAt: now });
  // The platform has at most a hundred endpoints and featured items.
  for (const table of [deliveries, notificationChannels, featuredItems]) await orm.delete(table);
  const id = randomUUID();
  const address = `${id}@drydock.test`;
  const channel = { name: "Ops", url: "https://127.0.0.1/", secret: generateSecret("HMAC").secret };
  const paused = { ...channel, id: randomUUID(), pausedAt: now };
  await orm.insert(notificationChannels).values([{ ...channel, id }, paused]);
  const event = { id, type: "channel.test", subjectId: id, data: {} } as const;
  const [{ sequence } = { sequence: 1n }] = await orm.insert(domainEvents).values(event).returning();
  const delivery = { id, channelId: id, eventId: id, subjectId: id, sequence, state: "DEAD" } as const;
  const mail = { id, eventKey: id, kind: "SECURITY", toAddress: address, subject: "x" } as const;
  const report = { id, listingId: approved.id, reason: "OTHER", text: "x", reportedAt: now } as const;
  const invited = { name: "Kim", email: address, role: "VIEWER", expiresAt: later } as const;
  const payment = { id, provider: "STRIPE", eventId: id, type: "charge.succeeded", payload: "{}" } as const;
  const failure = { id, fingerprint: id, text: "x", buildId, since: now, createdBy: adminId };
  const worker = { platforms: ["ANDROID" as const], firstSeenAt: now, lastSeenAt: new Date(0) };
  const invitedBy = owner.actor.userId;
  await Promise.all([
    orm.insert(deliveries).values(delivery),
    orm.insert(mails).values({ ...mail, state: "FAILED" }),
    orm.insert(savedReplies).values({ id, title: id, text: "x", updatedAt: now }),
    orm.insert(itemReports).values(report),
    orm.insert(buildViews).values({ id, tenantId, userId: viewer.userId, name: "Mine", query: "" }),
    orm.insert(invitations).values({ ...invited, id, tenantId, secretDigest: id, invitedBy }),
    orm.insert(failureNotices).values(failure),
    orm.insert(featuredItems).values({ ...shown, position: 1, featuredBy: adminId, featuredAt: now }),
    orm.insert(moderationClaims).values({ listingId: claimed.id, userId: adminId, expiresAt: later }),
    orm.insert(blockedArchives).values({ sha256: BLOCKED, reason: "x" }).onConflictDoNothing(),
    orm.insert(billingEvents).values({ ...payment, state: "FAILED", occurredAt: now }),
    orm.insert(buildWorkers).values([
      { ...worker, id },
      { ...worker, id: `${id}-draining`, drainingSince: now },
    ]),
  ]);

  const named = ["channelId", "deliveryId", "mailId", "replyId", "reportId", "viewId", "invitationId"];
  const fields: Record<string, unknown> = {
    ...Object.fromEntries([...named, "noticeId", "eventId", "workerId"].map((name) => [name, id])),
    ...{ tenant, tenantId, appId, buildId, listingId, sha256, passkeyId, sessionId },
    jobId: await createDeadJob("trim_recent_items"),
    userId: other.userId,
    type: item.type,
    slug: item.slug,
    themeId: theme.id,
    tokenId: token.id,
    email: `new-${address}`,
    password: PASSWORD,
    to: address,
    until: later.toISOString(),
  };
  return {
    owner,
    actors,
    fields,
    approved: { listingId: approved.id },
    claimed: { listingId: claimed.id },
    failedBuild: { buildId: failedBuildId },
    emptyApp: { appId: emptyAppId },
    archivedApp: { appId: archivedAppId },
    installation: { appId: installation.appId },
    pausedChannel: { channelId: paused.id },
    drainingWorker: { workerId: `${id}-draining` },
    blocked: { sha256: BLOCKED },
    featured: shown,
    theme: { type: "THEME", entityId: theme.id, themeId: theme.id, slug: theme.slug },
    otherAdmin: { userId: adminId },
    unverified: { userId: unverified.id },
    disabled: { userId: disabled.id },
    suspended: { tenantId: suspended.id },
  };
}

export type ActorName =
  | "nobody"
  | "ended"
  | "stranger"
  | "viewer"
  | "developer"
  | "owner"
  | "staleAdmin"
  | "admin";
export type AccessScene = Awaited<ReturnType<typeof createAccessScene>>;
