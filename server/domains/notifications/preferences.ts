import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { appNoticePreferences, apps, memberships, noticePreferences, tenants } from "@/db/schema/index.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import type { SetAppPreference, SetPreference } from "./input.ts";
import { BUILD_KINDS, defaultChannelsOf, type NoticeChannels, noticeKindsOf } from "./policy.ts";

/** Kinds of notices that the signed-in user can get, with their channels. */
export async function listPreferences(ctx: Context) {
  const userId = requireUser(ctx);
  return read(ctx, async (tx) => {
    const rows = await tx
      .selectDistinct({ role: memberships.role })
      .from(memberships)
      .where(eq(memberships.userId, userId));
    const roles = rows.map(({ role }) => role);
    const isSuperAdmin = ctx.actor.kind === "user" && ctx.actor.isSuperAdmin;
    const preferences = await loadPreferences(tx, [userId]);
    return noticeKindsOf({ roles, isSuperAdmin }).map((kind) => ({
      kind,
      ...preferences.channelsOf({ userId, kind }),
    }));
  });
}

/** Sets the channels of a kind of notices for the signed-in user. */
export async function setPreference(ctx: Context, { kind, bell, mail }: SetPreference): Promise<void> {
  await changePreference(ctx, requireUser(ctx), kind, { bell, mail });
}

/** Sets the channels of a kind of notices for a user; the caller has authorized it. */
export async function changePreference(
  ctx: Context,
  userId: string,
  kind: NoticeKind,
  change: Partial<NoticeChannels>,
): Promise<void> {
  await mutate(ctx, "user.set_notifications", async (tx) => {
    const before = (await loadPreferences(tx, [userId])).channelsOf({ userId, kind });
    const after = { ...before, ...change };
    if (before.bell === after.bell && before.mail === after.mail) return { result: undefined, audit: null };
    await tx
      .insert(noticePreferences)
      .values({ userId, kind, ...after })
      .onConflictDoUpdate({ target: [noticePreferences.userId, noticePreferences.kind], set: after });
    return {
      result: undefined,
      audit: {
        type: "user",
        id: userId,
        tenantId: null,
        before: { notifications: describeChannels(before) },
        after: { kind, notifications: describeChannels(after) },
      },
    };
  });
}

export interface AppPreference {
  appId: string;
  name: string;
  tenantName: string;
  /** Null if the app follows the preferences of the kinds. */
  channels: NoticeChannels | null;
}

const MAX_APPS = 500;

/** Apps of the signed-in user's tenants, with their preferences for the builds of each. */
export async function listAppPreferences(ctx: Context): Promise<AppPreference[]> {
  const userId = requireUser(ctx);
  return read(ctx, async (tx) => {
    const rows = await tx
      .select({
        appId: apps.id,
        name: apps.name,
        tenantName: tenants.name,
        bell: appNoticePreferences.bell,
        mail: appNoticePreferences.mail,
      })
      .from(apps)
      .innerJoin(memberships, and(eq(memberships.tenantId, apps.tenantId), eq(memberships.userId, userId)))
      .innerJoin(tenants, and(eq(tenants.id, apps.tenantId), isNull(tenants.suspendedAt)))
      .leftJoin(
        appNoticePreferences,
        and(eq(appNoticePreferences.appId, apps.id), eq(appNoticePreferences.userId, userId)),
      )
      .where(isNull(apps.archivedAt))
      .orderBy(asc(tenants.name), asc(apps.name), asc(apps.id))
      .limit(MAX_APPS);
    return rows.map(({ appId, name, tenantName, bell, mail }) => ({
      appId,
      name,
      tenantName,
      channels: bell === null || mail === null ? null : { bell, mail },
    }));
  });
}

/**
 * Sets the channels of notices about the builds of one app for the signed-in user.
 * @throws AppError `NOT_FOUND`
 */
export async function setAppPreference(ctx: Context, { appId, channels }: SetAppPreference): Promise<void> {
  const userId = requireUser(ctx);
  await mutate(ctx, "user.set_notifications", async (tx) => {
    const [app] = await tx
      .select({ name: apps.name, tenantId: apps.tenantId })
      .from(apps)
      .innerJoin(memberships, and(eq(memberships.tenantId, apps.tenantId), eq(memberships.userId, userId)))
      .where(eq(apps.id, appId));
    if (!app) throw notFound("app");
    const isOwn = and(eq(appNoticePreferences.userId, userId), eq(appNoticePreferences.appId, appId));
    const [before] = await tx.select().from(appNoticePreferences).where(isOwn);
    if (channels === null) await tx.delete(appNoticePreferences).where(isOwn);
    else {
      await tx
        .insert(appNoticePreferences)
        .values({ userId, appId, ...channels })
        .onConflictDoUpdate({
          target: [appNoticePreferences.userId, appNoticePreferences.appId],
          set: channels,
        });
    }
    return {
      result: undefined,
      audit: {
        type: "user",
        id: userId,
        tenantId: app.tenantId,
        before: { notifications: before ? describeChannels(before) : "default" },
        after: { app: app.name, notifications: channels ? describeChannels(channels) : "default" },
      },
    };
  });
}

const describeChannels = ({ bell, mail }: NoticeChannels): string =>
  bell && mail ? "bell and email" : bell ? "bell" : mail ? "email" : "off";

export interface Preferences {
  channelsOf: (notice: { userId: string; kind: NoticeKind; appId?: string | undefined }) => NoticeChannels;
}

/** Preferences of users. That for an app precedes that for the kind, which precedes the default. */
export async function loadPreferences(tx: Reader, userIds: readonly string[]): Promise<Preferences> {
  const ofKinds = await tx
    .select()
    .from(noticePreferences)
    .where(inArray(noticePreferences.userId, [...userIds]));
  const ofApps = await tx
    .select()
    .from(appNoticePreferences)
    .where(inArray(appNoticePreferences.userId, [...userIds]));
  const byKind = new Map(
    ofKinds.map(({ userId, kind, bell, mail }) => [`${userId} ${kind}`, { bell, mail }]),
  );
  const byApp = new Map(
    ofApps.map(({ userId, appId, bell, mail }) => [`${userId} ${appId}`, { bell, mail }]),
  );
  return {
    channelsOf: ({ userId, kind, appId }) =>
      (BUILD_KINDS.includes(kind) && appId ? byApp.get(`${userId} ${appId}`) : undefined) ??
      byKind.get(`${userId} ${kind}`) ??
      defaultChannelsOf(kind),
  };
}
