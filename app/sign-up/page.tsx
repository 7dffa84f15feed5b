import type { Metadata } from "next";
import { isSignUpOpen } from "@/server/tenants/create-tenant.ts";
import { findCurrentUser } from "../_trpc/session";
import { ButtonLink } from "../_ui/actions/button";
import { CardPage, Notice } from "../_ui/frame/standalone-page";
import { Link } from "../_ui/page/link";
import { CreateTenantForm } from "./_components/create-tenant-form";
import { SignUpForm } from "./_components/sign-up-form";

export const metadata: Metadata = { title: "Sign up" };

/** Sign-up: a new account with a tenant, or, with a session, another tenant. */
export default async function SignUpPage() {
  const user = await findCurrentUser();
  if (!isSignUpOpen() && !user?.isSuperAdmin) return <Closed isSignedIn={user !== null} />;
  return user ? (
    <CardPage
      title="New tenant"
      lead="A tenant holds a team's apps, builds and listings. You will be its owner."
      foot={
        <>
          Signed in as {user.email}. <Link href="/builder">To the Builder</Link>
        </>
      }
    >
      <CreateTenantForm />
    </CardPage>
  ) : (
    <CardPage
      title="Make an account"
      lead="It comes with a tenant: the place for your team's apps, builds and listings."
      foot={
        <>
          You have an account? <Link href="/sign-in">Sign in</Link>
        </>
      }
    >
      <SignUpForm />
    </CardPage>
  );
}

function Closed({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Notice
      title="Sign-up is closed"
      description="The people who run this Drydock make tenants themselves. To join one that exists, ask an owner of it for an invitation."
    >
      <ButtonLink href={isSignedIn ? "/builder" : "/sign-in"} variant="filled">
        {isSignedIn ? "To the Builder" : "Sign in"}
      </ButtonLink>
      <ButtonLink href="/marketplace">Browse the marketplace</ButtonLink>
    </Notice>
  );
}
