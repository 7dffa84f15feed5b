import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { api, nullIfRateLimited, orNotFound } from "../../_trpc/server";
import { findCurrentUser } from "../../_trpc/session";
import { ButtonLink } from "../../_ui/actions/button";
import { ExactTime } from "../../_ui/data/time";
import { CardPage, Notice } from "../../_ui/frame/standalone-page";
import { Link } from "../../_ui/page/link";
import { describeRole } from "../../builder/_components/words";
import { JoinAsNewForm } from "./_components/join-as-new-form";
import { JoinForm } from "./_components/join-form";

export const metadata: Metadata = { title: "Invitation", robots: { index: false }, referrer: "no-referrer" };

const INVITATION_CLOSED = {
  ACCEPTED: {
    title: "This invitation was used already",
    description: "It works once. If it was not you who used it, tell whoever sent it.",
  },
  EXPIRED: {
    title: "This invitation has expired",
    description: "Ask whoever sent it for a new one; making one takes a moment.",
  },
  REVOKED: {
    title: "This invitation was taken back",
    description: "Ask whoever sent it whether that was meant.",
  },
};

export default async function InvitationPage({ params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params;
  const offer = await orNotFound(nullIfRateLimited(api.joining.invitation({ secret })));
  if (!offer) {
    return (
      <Notice
        title="Too many invitations were opened from here"
        description="Nothing is wrong with yours. Wait a quarter of an hour and open its link again."
      />
    );
  }
  const user = await findCurrentUser();
  if (offer.state !== "OPEN") {
    // Joining with a new account returns here with a session.
    if (user && offer.state === "ACCEPTED") redirect("/builder");
    return (
      <Notice {...INVITATION_CLOSED[offer.state]}>
        <ButtonLink href="/builder" variant="filled">
          To the Builder
        </ButtonLink>
      </Notice>
    );
  }
  const signIn = `/sign-in?callbackUrl=${encodeURIComponent(`/invite/${secret}`)}`;
  return (
    <CardPage
      title={`Join ${offer.tenant}`}
      lead={
        <>
          {offer.invitedBy} invites you as {describeRole(offer.role).article}. The invitation works once,
          until <ExactTime value={offer.expiresAt} />.
        </>
      }
      foot={
        user ? (
          <>Signed in as {user.email}. To join as somebody else, sign out first.</>
        ) : (
          <>
            You have an account? <Link href={signIn}>Sign in to join</Link>
          </>
        )
      }
    >
      {user ? (
        <JoinForm secret={secret} tenant={offer.tenant} />
      ) : (
        <JoinAsNewForm secret={secret} tenant={offer.tenant} />
      )}
    </CardPage>
  );
}
