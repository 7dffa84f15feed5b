"use client";

import { TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import formClasses from "../../_components/forms/form.module.css";
import { fieldErrors } from "../../_components/forms/form-problem";
import { readProblem } from "../../_trpc/problem";
import { PlainButton } from "../../_ui/actions/button";
import { ACCOUNT_FIELDS, AccountFields } from "./account-fields";
import { useFields } from "./form-fields";
import { useNewAccount } from "./use-new-account";

export function SignUpForm() {
  const { isBusy, problem, start } = useNewAccount();
  const { form, field, read, setErrors } = useFields([...ACCOUNT_FIELDS, "tenantName"]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const values = read();
    const signUp = async () =>
      (await import("../../_trpc/plain-client")).plainClient.joining.signUp.mutate(values);
    await start(signUp, values, "/builder").catch((error: unknown) =>
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
      <TextInput
        label="Workspace name"
        description="Your team or company. You can change it later."
        size="md"
        required
        withAsterisk={false}
        autoComplete="organization"
        maxLength={80}
        {...field("tenantName")}
      />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        {" "}
        Create account{" "}
      </PlainButton>
    </form>
  );
}
