import type { Metadata } from "next";
import { FORGOT_PASSWORD_PATH } from "@/app/_paths/account.ts";
import { ACCOUNT_PAGES } from "@/app/_paths/area-pages.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { requireEnrollee } from "@/app/_trpc/session.ts";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "../_components/account.module.css";
import { PasswordForm } from "../_components/password-form";
import { SecondFactors } from "../_components/second-factors/second-factors";
import { Sessions } from "../_components/sessions/sessions";

export const metadata: Metadata = { title: ACCOUNT_PAGES.security.title };

export default async function SecurityPage() {
  await requireEnrollee();
  const factors = await api.secondFactors.get();
  void api.secondFactors.get.prefetch();
  const mustEnroll = factors.isRequired && factors.recoveryCodesLeft === null;
  if (!mustEnroll) void api.settings.sessions.prefetch();
  return (
    <>
      <PageHeader title="Security" />
      <div className={classes.sections}>
        {mustEnroll ? (
          <Callout role="status" isInset>
            <p>
              Super Admins need a second factor on this server. Set up an authenticator app or a passkey to
              continue.
            </p>
          </Callout>
        ) : (
          <PasswordSection />
        )}
        <HydrateClient>
          <SecondFactors />
          {!mustEnroll && <Sessions />}
        </HydrateClient>
      </div>
    </>
  );
}

async function PasswordSection() {
  const account = await api.settings.get();
  return (
    <Section title="Password" description="Changing it signs you out everywhere else.">
      {account.hasPassword ? (
        <PasswordForm email={account.email} />
      ) : (
        <p className={classes.hint}>
          You sign in with a provider and have no password. To add one, request a link under{" "}
          <Link href={FORGOT_PASSWORD_PATH}>Forgot password?</Link>
        </p>
      )}
    </Section>
  );
}
