"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { SignUp } from "@/server/joining/input.ts";
import { trpc } from "../../_trpc/client";
import { readProblem } from "../../_trpc/problem";
import { fieldErrors, validateWith } from "../../builder/_components/field-errors";
import formClasses from "../../builder/_components/form.module.css";
import { NOBODY, PersonFields } from "./person-fields";
import { useNewAccount } from "./use-new-account";

export function SignUpForm() {
  const signUp = trpc.joining.signUp.useMutation();
  const { isBusy, problem, start } = useNewAccount();
  const form = useForm({
    initialValues: { ...NOBODY, tenantName: "" },
    validate: validateWith(SignUp),
  });

  async function submit(values: typeof form.values) {
    await start(() => signUp.mutateAsync(values), values, "/builder").catch((error: unknown) =>
      form.setErrors(fieldErrors(readProblem(error))),
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
      <TextInput
        label="Name of the tenant"
        description="Your team or company. Owners can change it later."
        size="md"
        required
        withAsterisk={false}
        autoComplete="organization"
        maxLength={80}
        {...form.getInputProps("tenantName")}
      />
      <Button type="submit" size="md" loading={isBusy} fullWidth>
        Sign up
      </Button>
    </form>
  );
}
