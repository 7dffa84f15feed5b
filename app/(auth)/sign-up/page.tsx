import type { Metadata } from "next";
import { CardPage, Notice } from "@/app/_components/frame/standalone-page.tsx";
import { SIGN_IN_PATH } from "@/app/_paths/account.ts";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { findCurrentUser } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";
import { CreateTenantForm } from "./_components/create-tenant-form.tsx";
import { SignUpForm } from "./_components/sign-up-form.tsx";

export const metadata: Metadata = { title: "Create account" };

/** Sign-up: a new account with a tenant, or, with a session, another tenant. */
export default async function SignUpPage() {
  const user = await findCurrentUser();
  if (!isSignUpOpen() && !user?.isSuperAdmin) return <Closed isSignedIn={user !== null} />;
  return user ? (
    <CardPage
      title="New workspace"
      lead="A workspace holds your team’s apps, builds and listings."
      foot={
        <>
          Signed in as {user.email}. <Link href={BUILDER_PATH}>Open Builder</Link>
        </>
      }
    >
      <CreateTenantForm />
    </CardPage>
  ) : (
    <CardPage
      title="Create account"
      lead="Creates a workspace for your team’s apps, builds and listings."
      foot={
        <>
          Already have an account? <Link href={SIGN_IN_PATH}>Sign in</Link>
        </>
      }
    >
      <SignUpForm />
    </CardPage>
  );
}

function Closed({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Notice title="Sign-up is closed" description="Ask a workspace owner for an invitation.">
      <ButtonLink href={isSignedIn ? BUILDER_PATH : SIGN_IN_PATH} variant="filled">
        {isSignedIn ? "Open Builder" : "Sign in"}
      </ButtonLink>
      <ButtonLink href={MARKET_PATH}>Browse marketplace</ButtonLink>
    </Notice>
  );
}
