import type { Metadata } from "next";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";
import { findCurrentUser } from "../_trpc/session";
import { ButtonLink } from "../_ui/actions/button";
import { CardPage } from "../_ui/frame/card-page";
import { Notice } from "../_ui/frame/standalone-page";
import { Link } from "../_ui/page/link";
import { CreateTenantForm } from "./_components/create-tenant-form";
import { SignUpForm } from "./_components/sign-up-form";

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
          Signed in as {user.email}. <Link href="/builder">Open Builder</Link>
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
          Already have an account? <Link href="/sign-in">Sign in</Link>
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
      <ButtonLink href={isSignedIn ? "/builder" : "/sign-in"} variant="filled">
        {isSignedIn ? "Open Builder" : "Sign in"}
      </ButtonLink>
      <ButtonLink href="/marketplace">Browse marketplace</ButtonLink>
    </Notice>
  );
}
