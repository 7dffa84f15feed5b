import type { Metadata } from "next";
import { isSignUpOpen } from "@/server/tenants/create-tenant.ts";
import { currentUser } from "../_trpc/server";
import { ButtonLink } from "../_ui/actions/button-link";
import { CardPage } from "../_ui/frame/card-page";
import { Notice } from "../_ui/frame/notice";
import { Link } from "../_ui/page/link";
import { MakeTenantForm } from "./_components/make-tenant-form";
import { SignUpForm } from "./_components/sign-up-form";

export const metadata: Metadata = { title: "Sign up" };

/** For strangers an account with a tenant; for whoever is signed in a tenant more. */
export default async function SignUpPage() {
  const user = await currentUser();
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
      <MakeTenantForm />
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
