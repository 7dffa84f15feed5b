import { DASHBOARD_PATH, SIGN_IN_PATH, signInPath } from "@/app/_paths/account.ts";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { findRequestSession, hasSession } from "@/server/auth/sessions/session-cookie.ts";
import type { UserActor } from "@/server/core/context.ts";
import { SECOND_FACTOR_PATH, takeSession } from "@/server/pages/page-gate.ts";
import { toAppError } from "@/shared/errors.ts";

/** Session of this request, looked up once. */
export const findSession = cache(async () => {
  const given = await headers();
  return takeSession(given) ?? (await findRequestSession(given));
});

/** Signed-in user of this request, or null, also for a Super Admin who must set up a second factor first. */
export async function findCurrentUser(): Promise<UserActor | null> {
  try {
    return (await (await findSession())?.owner()) ?? null;
  } catch (error) {
    if (toAppError(error).reason === "SET_UP_SECOND_FACTOR") return null;
    throw error;
  }
}

/** Tenants of the signed-in user, the last used first. */
export const listCurrentMemberships = async () => (await findSession())?.memberships() ?? [];

/**
 * The signed-in user. Without a session, redirects to sign-in and from there back to the page; a Super Admin who must set
 * up a second factor is redirected to the page that does.
 */
export async function requireUser(): Promise<UserActor> {
  const user = await requireEnrollee();
  if ((await findCurrentUser()) === null) redirect(SECOND_FACTOR_PATH);
  return user;
}

/** The same without a second factor, for the page that sets one up. */
export async function requireEnrollee(): Promise<UserActor> {
  const user = await (await findSession())?.enrollee();
  if (user) return user;
  const path = (await headers()).get("x-path") ?? BUILDER_PATH;
  redirect(signInPath(path));
}

/**
 * Access check of the Admin dashboard: redirects to sign-in without a session, and answers 404 to everybody but Super
 * Admins. Layout and pages await it before they render, so that the response has the right status.
 */
export async function requireAdmin(): Promise<UserActor> {
  const user = await requireUser();
  if (!user.isSuperAdmin) notFound();
  return user;
}

/** Entry link of public pages: to the dashboard when the request brings a session, else to sign-in. */
export const getEntryLink = cache(async () =>
  (await hasSession(await headers()))
    ? { href: DASHBOARD_PATH, label: "Dashboard", isOpen: true }
    : { href: SIGN_IN_PATH, label: "Sign in", isOpen: false },
);
