import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import formClasses from "@/app/_components/forms/form.module.css";
import { CardPage, Notice } from "@/app/_components/frame/standalone-page.tsx";
import { describeRole } from "@/app/_components/labels/labels.ts";
import { SignOutButton } from "@/app/_components/sign-in/sign-out-button.tsx";
import { ACCOUNT_PATH, invitePath, signInPath } from "@/app/_paths/account.ts";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { api, nullIfRateLimited, orNotFound } from "@/app/_trpc/server.tsx";
import { findCurrentUser } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { formatExact, formatRelative } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { JoinAsNewForm } from "./_components/join-as-new-form.tsx";
import { JoinForm } from "./_components/join-form.tsx";

type InvitationPageProps = { params: Promise<{ secret: string }> };

/** Null if there were too many attempts. */
const findOffer = cache((secret: string) =>
  orNotFound(nullIfRateLimited(api.members.invitation({ secret }))),
);

const INVITATION_CLOSED = {
  ACCEPTED: {
    title: "Invitation already used",
    description: "Each invitation works once. If you didn’t use it, contact the person who invited you.",
  },
  EXPIRED: {
    title: "Invitation expired",
    description: "Ask for a new invitation.",
  },
  REVOKED: {
    title: "Invitation revoked",
    description: "Contact the person who invited you.",
  },
};

export async function generateMetadata({ params }: InvitationPageProps): Promise<Metadata> {
  const offer = await findOffer((await params).secret);
  return { title: titleOf(offer), robots: { index: false }, referrer: "no-referrer" };
}

export default async function InvitationPage({ params }: InvitationPageProps) {
  const { secret } = await params;
  const offer = await findOffer(secret);
  if (!offer) {
    return (
      <Notice title={titleOf(offer)} description="Your invitation is still valid. Try again in 15 minutes." />
    );
  }
  const user = await findCurrentUser();
  if (offer.state !== "OPEN") {
    // Joining with a new account returns here with a session.
    if (user && offer.state === "ACCEPTED") redirect(BUILDER_PATH);
    return (
      <Notice {...INVITATION_CLOSED[offer.state]}>
        <ButtonLink href={BUILDER_PATH} variant="filled">
          Open Builder
        </ButtonLink>
      </Notice>
    );
  }
  const here = invitePath(secret);
  const signIn = signInPath(here);
  const isOther = user !== null && offer.email !== null && offer.email !== user.email;
  const mustVerify = user !== null && offer.needsVerifiedEmail && !user.isEmailVerified;
  return (
    <CardPage
      title={titleOf(offer)}
      lead={
        <>
          {offer.invitedBy} invited {offer.email ?? "you"} as {describeRole(offer.role).article}. The
          invitation expires <Expiry at={offer.expiresAt} />.
        </>
      }
      foot={
        user ? (
          <>Signed in as {user.email}.</>
        ) : (
          <>
            Already have an account? <Link href={signIn}>Sign in to join</Link>
          </>
        )
      }
    >
      {isOther ? (
        <div className={formClasses.form}>
          <p>Your account has another email. Sign out to join as {offer.email}.</p>
          <SignOutButton returnTo={here} size="md" />
        </div>
      ) : mustVerify ? (
        <div className={formClasses.form}>
          <p>Check your email and verify {user.email}. Then open this link again to join.</p>
          <ButtonLink href={ACCOUNT_PATH} size="md">
            Open account
          </ButtonLink>
        </div>
      ) : user ? (
        <JoinForm secret={secret} tenant={offer.tenant} />
      ) : (
        <JoinAsNewForm
          secret={secret}
          tenant={offer.tenant}
          name={offer.name}
          email={offer.email}
          needsVerifiedEmail={offer.needsVerifiedEmail}
        />
      )}
    </CardPage>
  );
}

function titleOf(offer: Awaited<ReturnType<typeof findOffer>>): string {
  if (!offer) return "Too many attempts";
  return offer.state === "OPEN" ? `Join ${offer.tenant}` : INVITATION_CLOSED[offer.state].title;
}

/** Rendered by the server alone: the page must load fast, and needs no clock. */
const Expiry = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatExact(at, "UTC")}>
    {formatRelative(at, Date.now(), "UTC")}
  </time>
);
