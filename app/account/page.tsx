import type { Metadata } from "next";
import { api } from "../_trpc/server";
import { requireUser } from "../_trpc/session";
import { PageHeader } from "../_ui/page/page-header";
import { Section } from "../_ui/page/section";
import classes from "./_components/account.module.css";
import { ProfileForm } from "./_components/profile-form";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  await requireUser();
  const account = await api.account.get();
  return (
    <>
      <PageHeader title="Profile" description={account.email} />
      <div className={classes.sections}>
        <Section title="Name" description="Shown to members of your workspaces.">
          <ProfileForm name={account.name} />
        </Section>
      </div>
    </>
  );
}
