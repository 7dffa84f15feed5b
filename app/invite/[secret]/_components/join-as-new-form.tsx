"use client";

import type { FormEvent } from "react";
import formClasses from "../../../_components/forms/form.module.css";
import { fieldErrors } from "../../../_components/forms/form-problem";
import { readProblem } from "../../../_trpc/problem";
import { PlainButton } from "../../../_ui/actions/plain-button";
import { PERSON, PersonFields } from "../../../sign-up/_components/person-fields";
import { useFields } from "../../../sign-up/_components/use-fields";
import { useNewAccount } from "../../../sign-up/_components/use-new-account";

/** For new people: an account that joins. Whoever had one all along comes back to this page signed in. */
export function JoinAsNewForm({ secret, tenant }: { secret: string; tenant: string }) {
  const { isBusy, problem, start } = useNewAccount();
  const { form, field, read, setErrors } = useFields(PERSON);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = read();
    const join = async () => {
      const { once } = await import("../../../_trpc/once");
      return once.joining.joinAsNew.mutate({ secret, ...values });
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
      <PersonFields field={field} />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        Join {tenant}
      </PlainButton>
    </form>
  );
}
