"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import classes from "./account.module.css";

export function ProfileForm({ name }: { name: string }) {
  const router = useRouter();
  const rename = trpc.settings.rename.useMutation();
  const form = useForm({ initialValues: { name } });

  async function submit(values: typeof form.values) {
    await rename.mutateAsync(values);
    notifications.show({ message: "Name saved" });
    router.refresh();
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={rename.error} fields={["name"]} />
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="name"
        {...form.getInputProps("name")}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={rename.isPending} disabled={form.values.name.trim() === name}>
          Save name
        </Button>
      </div>
    </form>
  );
}
