"use client";

import type { FormEvent } from "react";
import { readProblem } from "../../../_trpc/problem";
import { PlainButton } from "../../../_ui/actions/button";
import { fieldErrors } from "../../../builder/_components/field-errors";
import formClasses from "../../../builder/_components/form.module.css";
import { ACCOUNT_FIELDS, AccountFields } from "../../../sign-up/_components/account-fields";
import { useFields } from "../../../sign-up/_components/form-fields";
import { useNewAccount } from "../../../sign-up/_components/use-new-account";

/** Accepts an invitation with a new account. With an existing account, sign-in returns to this page. */
export function JoinAsNewForm({ secret, tenant }: { secret: string; tenant: string }) {
  const { isBusy, problem, start } = useNewAccount();
  const { form, field, read, setErrors } = useFields(ACCOUNT_FIELDS);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = read();
    const join = async () => {
      const { plainClient } = await import("../../../_trpc/plain-client");
      return plainClient.joining.joinAsNew.mutate({ secret, ...values });
    };
    await start(join, values, `/invite/${secret}`).catch((error: unknown) =>
      setErrors(fieldErrors(readProblem(error))),
    );
  }

  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      {problem && (
        <p role="alert" className={formClasses.problem}>
          {problem}
        </p>
      )}
      <AccountFields field={field} />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        Join {tenant}
      </PlainButton>
    </form>
  );
}
