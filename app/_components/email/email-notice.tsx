import { ACCOUNT_PATH } from "@/app/_paths/account.ts";
import { api } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { ResendVerification } from "./resend-verification";

/** Notice of an account without a verified address: what it cannot do, and the remedy. */
export async function EmailNotice() {
  // Refused while a Super Admin must set up a second factor first.
  const account = await api.settings.get().catch(() => null);
  if (!account) return null;
  const { email, claimedEmail, isMailAvailable } = account;
  if (claimedEmail !== null) {
    return (
      <Callout actions={<ButtonLink href={ACCOUNT_PATH}>Add email</ButtonLink>}>
        <p>
          <strong>This account has no email.</strong> {claimedEmail} was verified by another account and moved
          there. Add an email to publish and invite people.
        </p>
      </Callout>
    );
  }
  if (!isMailAvailable) return null;
  return (
    <Callout actions={<ResendVerification />}>
      <p>
        <strong>Verify your email.</strong> Open the link we sent to {email}. Until then you can’t publish or
        invite people.
      </p>
    </Callout>
  );
}
