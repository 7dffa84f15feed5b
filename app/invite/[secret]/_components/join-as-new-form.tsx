"use client";

import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { NewPerson } from "@/server/joining/input.ts";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { fieldErrors, validateWith } from "../../../builder/_components/field-errors";
import formClasses from "../../../builder/_components/form.module.css";
import { NOBODY, PersonFields } from "../../../sign-up/_components/person-fields";
import { useNewAccount } from "../../../sign-up/_components/use-new-account";

/** For new people: an account that joins. Whoever had one all along comes back to this page signed in. */
export function JoinAsNewForm({ secret, tenant }: { secret: string; tenant: string }) {
  const join = trpc.joining.joinAsNew.useMutation();
  const { isBusy, problem, start } = useNewAccount();
  const form = useForm({ initialValues: NOBODY, validate: validateWith(NewPerson) });

  async function submit(values: typeof form.values) {
    await start(() => join.mutateAsync({ secret, ...values }), values, `/invite/${secret}`).catch(
      (error: unknown) => form.setErrors(fieldErrors(readProblem(error))),
    );
  }

  return (
    <form className={formClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      {problem && (
        <p role="alert" className={formClasses.problem}>
          {problem}
        </p>
      )}
      <PersonFields form={form} />
      <Button type="submit" size="md" loading={isBusy} fullWidth>
        Join {tenant}
      </Button>
    </form>
  );
}
