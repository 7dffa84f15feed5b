import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { UserActor } from "@/server/platform/context.ts";
import { currentUser } from "../_trpc/server";

/**
 * The Super Admin who asks for this page. Whoever is not signed in is sent to do so and back; to anybody else the desk
 * does not exist. Layout and pages await it before they render anything, so that the answer carries the right status.
 */
export async function requireAdmin(): Promise<UserActor> {
  const user = await currentUser();
  if (!user) redirect(`/sign-in?callbackUrl=${encodeURIComponent(await askedPath())}`);
  if (!user.isSuperAdmin) notFound();
  return user;
}

const askedPath = async () => (await headers()).get("x-path") ?? "/admin";
