"use client";

import { useFields } from "@/app/_components/forms/fields.tsx";
import formClasses from "@/app/_components/forms/form.module.css";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import {
  ACCOUNT_FIELDS,
  AccountFields,
  WorkspaceNameField,
} from "@/app/(auth)/_components/account-fields.tsx";
import { useNewAccount } from "@/app/(auth)/_components/use-new-account.ts";

export function SignUpForm() {
  const { isBusy, problem, start } = useNewAccount();
  const { form, field, onSubmit } = useFields([...ACCOUNT_FIELDS, "tenantName"]);
  const submit = onSubmit(
    (values) => {
      const signUp = async () =>
        (await import("@/app/_trpc/plain-client.ts")).plainClient.tenants.signUp.mutate(values);
      return start(signUp, values, BUILDER_PATH);
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
      <AccountFields field={field} />
      <WorkspaceNameField {...field("tenantName")} />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        Create account
      </PlainButton>
    </form>
  );
}
