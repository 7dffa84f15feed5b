import type { Metadata } from "next";
import { ACCOUNT_PAGES } from "@/app/_paths/area-pages.ts";
import { Dot } from "@/app/_ui/data/values.tsx";
import { PendingEmail } from "@/app/account/_components/email-form.tsx";
import { api } from "../_trpc/server";
import { requireUser } from "../_trpc/session";
import { PageHeader } from "../_ui/page/page-header";
import { Section } from "../_ui/page/section";
import classes from "./_components/account.module.css";
import { DeleteAccount } from "./_components/delete-account";
import { EmailForm } from "./_components/email-form";
import { ProfileForm } from "./_components/profile-form";

export const metadata: Metadata = { title: ACCOUNT_PAGES.profile.title };

export default async function ProfilePage() {
  await requireUser();
  const account = await api.settings.get();
  const { email, isEmailVerified, pendingEmail, claimedEmail, hasPassword, isMailAvailable } = account;
  return (
    <>
      <PageHeader title="Profile" />
      <div className={classes.sections}>
        <Section title="Name" description="Shown to members of your workspaces.">
          <ProfileForm name={account.name} />
        </Section>
        <Section title="Email" description="Used for sign-in and notifications.">
          <div className={classes.email}>
            {claimedEmail === null && (
              <p className={classes.address}>
                {email}{" "}
                <Dot tone={isEmailVerified ? "ok" : "warn"}>
                  {isEmailVerified ? "Verified" : "Not verified"}
                </Dot>
              </p>
            )}
            {pendingEmail && <PendingEmail email={pendingEmail} />}
            {isMailAvailable ? (
              <EmailForm hasPassword={hasPassword} />
            ) : (
              <p className={classes.hint}>This server can’t send email, so the address can’t be changed.</p>
            )}
          </div>
        </Section>
        <Section title="Delete account" isCard>
          <div className={classes.apart}>
            <p className={classes.hint}>
              Ends your sessions, memberships and API tokens. Builds, listings and the audit log of your
              workspaces are kept, without your name.
            </p>
            <DeleteAccount hasPassword={hasPassword} />
          </div>
        </Section>
      </div>
    </>
  );
}
