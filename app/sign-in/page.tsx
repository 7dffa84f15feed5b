import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isPasskeyHost } from "@/server/domains/accounts/second-factors/relying-party.ts";
import { signInProviders } from "@/server/domains/accounts/sign-in/external-providers.ts";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";
import { findSession } from "../_trpc/session";
import { CardPage } from "../_ui/frame/card-page";
import { Link } from "../_ui/page/link";
import { safeCallbackUrl } from "../_ui/session";
import { SignInForm } from "./_components/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = {
  searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;
};

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { callbackUrl, error } = await searchParams;
  const target = safeCallbackUrl(callbackUrl);
  if (await (await findSession())?.enrollee()) redirect(target);
  return (
    <CardPage
      title="Sign in"
      foot={
        <>
          <Link href="/forgot-password">Forgot password?</Link>
          {isSignUpOpen() && (
            <>
              <br />
              New to Drydock? <Link href="/sign-up">Create account</Link>
            </>
          )}
        </>
      }
    >
      <SignInForm
        callbackUrl={target}
        providers={signInProviders()}
        hasPasskeys={isPasskeyHost((await headers()).get("host"))}
        errorCode={Array.isArray(error) ? error[0] : error}
      />
    </CardPage>
  );
}
