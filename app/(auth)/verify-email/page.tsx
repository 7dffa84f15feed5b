import type { Metadata } from "next";
import { notFound } from "next/navigation";
import formClasses from "@/app/_components/forms/form.module.css";
import { CardPage, Notice } from "@/app/_components/frame/standalone-page.tsx";
import { SignOutButton } from "@/app/_components/sign-in/sign-out-button.tsx";
import { ACCOUNT_PATH, FORGOT_PASSWORD_PATH, signInPath, verifyEmailPath } from "@/app/_paths/account.ts";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { api, nullIfRateLimited, orNotFound } from "@/app/_trpc/server.tsx";
import { findCurrentUser } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { ConfirmEmailForm } from "./_components/confirm-email-form.tsx";

export const metadata: Metadata = {
  title: "Verify email",
  robots: { index: false },
  referrer: "no-referrer",
};

export default async function VerifyEmailPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [token = ""] = readValues(await searchParams, "token");
  const link = await orNotFound(nullIfRateLimited(api.emailLinks.get({ token })));
  if (!link) return <Notice title="Too many attempts" description="Try again in 15 minutes." />;
  if (link.kind === "RESET_PASSWORD") notFound();
  const here = verifyEmailPath(token);
  const user = await findCurrentUser();
  if (!user) {
    return (
      <CardPage
        title="Verify your email"
        lead={`Sign in to verify ${link.email}.`}
        foot={
          <>
            Didn’t create this account? <Link href={FORGOT_PASSWORD_PATH}>Claim your email</Link>
          </>
        }
      >
        <div className={formClasses.form}>
          <ButtonLink href={signInPath(here)} variant="filled" size="md">
            Sign in
          </ButtonLink>
        </div>
      </CardPage>
    );
  }
  if (user.userId !== link.userId) {
    return (
      <Notice
        title="This link is for another account"
        description={`You’re signed in as ${user.email}. Sign out to verify ${link.email}.`}
      >
        <SignOutButton returnTo={here} />
        <ButtonLink href={BUILDER_PATH}>Open Builder</ButtonLink>
      </Notice>
    );
  }
  const isChange = link.kind === "CHANGE_EMAIL";
  return (
    <CardPage
      title={isChange ? "Confirm your new email" : "Verify your email"}
      lead={
        isChange
          ? `${link.email} replaces ${user.email}.`
          : `Verify ${link.email} to publish and invite people.`
      }
    >
      <ConfirmEmailForm
        token={token}
        label={isChange ? "Confirm email" : "Verify email"}
        nextHref={isChange ? ACCOUNT_PATH : BUILDER_PATH}
      />
    </CardPage>
  );
}
