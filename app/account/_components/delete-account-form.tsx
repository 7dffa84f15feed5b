"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import { CurrentPasswordField } from "@/app/_components/forms/fields.tsx";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { SIGN_IN_PATH } from "@/app/_paths/account.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import classes from "./account.module.css";

const PHRASE = "delete";

type DeleteAccountFormProps = { hasPassword: boolean; onCancel: () => void };

/** Lazily loaded form of `DeleteAccount`. */
export function DeleteAccountForm({ hasPassword, onCancel }: DeleteAccountFormProps) {
  const remove = trpc.settings.delete.useMutation();
  const form = useForm({ initialValues: { password: "", phrase: "" } });

  async function submit({ password }: typeof form.values) {
    await remove.mutateAsync(hasPassword ? { password } : {});
    window.location.assign(SIGN_IN_PATH);
  }

  return (
    <form className={formClasses.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={remove.error} fields={["password"]} />
      <ul className={classes.effects}>
        <li>You’re signed out everywhere and leave all workspaces</li>
        <li>Your API tokens stop working within 5 seconds</li>
        <li>Your name, email and password are erased</li>
        <li>Builds, listings and audit entries are kept without your name</li>
        <li>This can’t be undone</li>
      </ul>
      <TextInput
        label={`Type “${PHRASE}” to confirm`}
        autoComplete="off"
        required
        withAsterisk={false}
        {...form.getInputProps("phrase")}
      />
      {hasPassword && <CurrentPasswordField {...form.getInputProps("password")} />}
      <div className={formClasses.buttons}>
        <Button variant="default" onClick={onCancel} disabled={remove.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          color="red"
          loading={remove.isPending}
          disabled={form.values.phrase.trim() !== PHRASE}
        >
          Delete account
        </Button>
      </div>
    </form>
  );
}
