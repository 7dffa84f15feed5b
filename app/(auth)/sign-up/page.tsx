import type { Metadata } from "next";
import { CardPage } from "@/app/_components/frame/card-page.tsx";
import { Notice } from "@/app/_components/frame/standalone-page.tsx";
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
