"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import { CurrentPasswordField } from "@/app/_components/forms/fields.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import classes from "./account.module.css";

/** Change of the address, which takes effect when its link is opened. */
export function EmailForm({ hasPassword }: { hasPassword: boolean }) {
  const router = useRouter();
  const change = trpc.settings.changeEmail.useMutation();
  const form = useForm({ initialValues: { email: "", password: "" } });

  async function submit({ email, password }: typeof form.values) {
    await change.mutateAsync({ email, ...(hasPassword && { password }) });
    form.reset();
    notifications.show({ message: `Check your email: we sent a link to ${email.trim()}` });
    router.refresh();
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={change.error} fields={["email", "password"]} />
      <TextInput
        label="New email"
        description="Takes effect when you open the link that we send to it."
        type="email"
        required
        withAsterisk={false}
        autoComplete="email"
        {...form.getInputProps("email")}
      />
      {hasPassword && <CurrentPasswordField {...form.getInputProps("password")} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={change.isPending}>
          Change email
        </Button>
      </div>
    </form>
  );
}

/** New address that waits for its link. */
export function PendingEmail({ email }: { email: string }) {
  const router = useRouter();
  const cancel = trpc.settings.cancelEmailChange.useMutation({
    onSuccess: () => router.refresh(),
    onError: notifyProblem,
  });
  return (
    <div className={classes.pending}>
      <p>Check your email: open the link we sent to {email}.</p>
      <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel change
      </Button>
    </div>
  );
}
