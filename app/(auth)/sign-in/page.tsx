import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { CardPage } from "@/app/_components/frame/standalone-page.tsx";
import { safeCallbackUrl } from "@/app/_components/sign-in/session.ts";
import { SignInForm } from "@/app/_components/sign-in/sign-in-form.tsx";
import { FORGOT_PASSWORD_PATH, SIGN_UP_PATH } from "@/app/_paths/account.ts";
import { findSession } from "@/app/_trpc/session.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { isPasskeyHost } from "@/server/domains/accounts/second-factors/relying-party.ts";
import { signInProviders } from "@/server/domains/accounts/sign-in/external-providers.ts";
import { isSignUpOpen } from "@/server/domains/accounts/tenants/create-tenant.ts";

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
          <Link href={FORGOT_PASSWORD_PATH}>Forgot password?</Link>
          {isSignUpOpen() && (
            <>
              <br />
              New to Drydock? <Link href={SIGN_UP_PATH}>Create account</Link>
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
