"use client";

import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import { CurrentPasswordField, PasswordField } from "@/app/_components/forms/fields.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import classes from "./account.module.css";

export function PasswordForm({ email }: { email: string }) {
  const change = trpc.settings.changePassword.useMutation();
  const utils = trpc.useUtils();
  const form = useForm({ initialValues: { currentPassword: "", newPassword: "" } });

  async function submit(values: typeof form.values) {
    const { tokens } = await change.mutateAsync(values);
    form.reset();
    void utils.settings.sessions.invalidate();
    const kept = formatCount(tokens.length, "API token keeps", "API tokens keep");
    const names = tokens.map(({ name, lastFour }) => `${name} (…${lastFour})`).join(", ");
    notifications.show({
      message: `Password changed. All other sessions are signed out. ${tokens.length > 0 ? `${kept} working: ${names}.` : ""}`,
    });
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={change.error} fields={["currentPassword", "newPassword"]} />
      {/* Tells password managers which account it is. */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <CurrentPasswordField {...form.getInputProps("currentPassword")} />
      <PasswordField
        label="New password"
        description="At least 10 characters. Common passwords are not allowed."
        required
        withAsterisk={false}
        autoComplete="new-password"
        {...form.getInputProps("newPassword")}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
