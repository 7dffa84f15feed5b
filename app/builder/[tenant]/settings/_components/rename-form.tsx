"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { fieldErrors } from "../../../../_components/forms/field-errors";
import formClasses from "../../../../_components/forms/form.module.css";
import { FormProblem } from "../../../../_components/forms/form-problem";
import { trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";
import classes from "./settings.module.css";

export function RenameForm({ tenant, name }: { tenant: string; name: string }) {
  const router = useRouter();
  const rename = trpc.membership.rename.useMutation();
  const form = useForm({ initialValues: { name } });

  async function submit(values: typeof form.values) {
    try {
      await rename.mutateAsync({ tenant, ...values });
      notifications.show({ message: `The tenant is called ${values.name.trim()} now.` });
      router.refresh();
    } catch (error) {
      form.setErrors(fieldErrors(readProblem(error)));
    }
  }

  return (
    <form className={classes.card} onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem error={rename.error} fields={["name"]} />
      <TextInput
        label="Name"
        description="As people see it. The tenant's address stays, so that links go on working."
        required
        withAsterisk={false}
        maxLength={80}
        {...form.getInputProps("name")}
      />
      <div className={formClasses.buttons} style={{ justifyContent: "flex-start" }}>
        <Button type="submit" loading={rename.isPending} disabled={form.values.name.trim() === name}>
          Rename
        </Button>
      </div>
    </form>
  );
}
