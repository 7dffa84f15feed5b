import type { Metadata } from "next";
import { api } from "../../_trpc/server";
import { requireUser } from "../../_trpc/session";
import { Link } from "../../_ui/page/link";
import { PageHeader } from "../../_ui/page/page-header";
import { Section } from "../../_ui/page/section";
import classes from "../_components/account.module.css";
import { PasswordForm } from "../_components/password-form";

export const metadata: Metadata = { title: "Security" };

export default async function SecurityPage() {
  await requireUser();
  const account = await api.account.get();
  return (
    <>
      <PageHeader title="Security" />
      <div className={classes.sections}>
        <Section title="Password" description="Changing it signs you out everywhere else.">
          {account.hasPassword ? (
            <PasswordForm email={account.email} />
          ) : (
            <p className={classes.hint}>
              You sign in with a provider and have no password. To add one, request a link under{" "}
              <Link href="/forgot-password">Forgot password?</Link>
            </p>
          )}
        </Section>
      </div>
    </>
  );
}
