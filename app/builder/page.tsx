import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Notice } from "@/app/_components/frame/standalone-page.tsx";
import { SignOutButton } from "@/app/_components/sign-in/sign-out-button.tsx";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";
import { listCurrentMemberships, requireUser } from "../_trpc/session";
import { ButtonLink } from "../_ui/actions/button";

export const metadata: Metadata = { title: "Builder" };

/** Redirects to the most recently used tenant, or to sign-up. */
export default async function BuilderPage() {
  const user = await requireUser();
  const [tenant] = await listCurrentMemberships();
  if (tenant) redirect(`/builder/${tenant.slug}`);
  if (isSignUpOpen() && !user.isSuperAdmin) redirect("/sign-up");
  return (
    <Notice
      title="You’re not a member of a workspace"
      description={`Ask a workspace owner for an invitation.`}
    >
      {user.isSuperAdmin && (
        <ButtonLink href="/admin" variant="filled">
          Open Admin
        </ButtonLink>
      )}
      {user.isSuperAdmin && <ButtonLink href="/sign-up">Create workspace</ButtonLink>}
      <ButtonLink href="/marketplace">Browse marketplace</ButtonLink>
      <SignOutButton />
    </Notice>
  );
}
