import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Notice } from "@/app/_components/frame/standalone-page.tsx";
import { SignOutButton } from "@/app/_components/sign-in/sign-out-button.tsx";
import { SIGN_UP_PATH } from "@/app/_paths/account.ts";
import { ADMIN_PATH } from "@/app/_paths/admin.ts";
import { tenantPath } from "@/app/_paths/builder.ts";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";
import { listCurrentMemberships, requireUser } from "../_trpc/session";
import { ButtonLink } from "../_ui/actions/button";

export const metadata: Metadata = { title: "Builder" };

/** Redirects to the most recently used tenant, or to sign-up. */
export default async function BuilderPage() {
  const user = await requireUser();
  const [tenant] = await listCurrentMemberships();
  if (tenant) redirect(tenantPath(tenant.slug));
  if (isSignUpOpen() && !user.isSuperAdmin) redirect(SIGN_UP_PATH);
  return (
    <Notice
      title="You’re not a member of a workspace"
      description={`Ask a workspace owner for an invitation.`}
    >
      {user.isSuperAdmin && (
        <ButtonLink href={ADMIN_PATH} variant="filled">
          Open Admin
        </ButtonLink>
      )}
      {user.isSuperAdmin && <ButtonLink href={SIGN_UP_PATH}>Create workspace</ButtonLink>}
      <ButtonLink href={MARKET_PATH}>Browse marketplace</ButtonLink>
      <SignOutButton />
    </Notice>
  );
}
