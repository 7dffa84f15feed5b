"use client";

import { useFields } from "@/app/_components/forms/fields.tsx";
import formClasses from "@/app/_components/forms/form.module.css";
import { invitePath } from "@/app/_paths/account.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { ACCOUNT_FIELDS, AccountFields } from "@/app/(auth)/_components/account-fields.tsx";
import { useNewAccount } from "@/app/(auth)/_components/use-new-account.ts";

type JoinAsNewFormProps = {
  secret: string;
  tenant: string;
  name: string | null;
  email: string | null;
  /** The link doesn’t prove the address: the account joins after it verified it. */
  needsVerifiedEmail: boolean;
};

/** Accepts an invitation with a new account. With an existing account, sign-in returns to this page. */
export function JoinAsNewForm(props: JoinAsNewFormProps) {
  const { secret, tenant, name, email, needsVerifiedEmail } = props;
  const { isBusy, problem, start } = useNewAccount();
  const { form, field, onSubmit } = useFields(ACCOUNT_FIELDS);
  const submit = onSubmit(
    (values) => {
      const join = async () => {
        const { plainClient } = await import("@/app/_trpc/plain-client.ts");
        return plainClient.members.joinAsNew.mutate({ secret, ...values });
      };
      return start(join, values, invitePath(secret));
    },
    { sendsIncomplete: true },
  );

  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      {problem && (
        <p role="alert" className={formClasses.problem}>
          {problem}
        </p>
      )}
      <AccountFields field={field} defaultName={name ?? undefined} fixedEmail={email ?? undefined} />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        {needsVerifiedEmail ? "Create account" : `Join ${tenant}`}
      </PlainButton>
    </form>
  );
}
