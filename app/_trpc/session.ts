import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { findRequestSession, hasSession } from "@/server/auth/session-cookie.ts";
import { takeSession } from "@/server/pages/page-gate.ts";
import type { UserActor } from "@/server/platform/context.ts";

/** Session of this request, looked up once. */
export const findSession = cache(async () => {
  const given = await headers();
  return takeSession(given) ?? (await findRequestSession(given));
});

/** Signed-in user of this request, or null. */
export const findCurrentUser = async () => (await findSession())?.owner() ?? null;

/** Tenants of the signed-in user, the last used first. */
export const listCurrentMemberships = async () => (await findSession())?.memberships() ?? [];

/** The signed-in user. Without a session, redirects to sign-in and from there back to the page. */
export async function requireUser(): Promise<UserActor> {
  const user = await findCurrentUser();
  if (user) return user;
  const path = (await headers()).get("x-path") ?? "/builder";
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
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

/** Entry link of public pages: to the Builder when the request brings a session, else to sign-in. */
export const getEntryLink = cache(async () =>
  (await hasSession(await headers()))
    ? { href: "/builder", label: "Dashboard", isOpen: true }
    : { href: "/sign-in", label: "Sign in", isOpen: false },
);
