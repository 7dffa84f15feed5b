"use client";

import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { fieldErrors } from "../../../../_components/forms/field-errors";
import classes from "../../../../_components/forms/form.module.css";
import { FormButtons } from "../../../../_components/forms/form-buttons";
import { FormProblem } from "../../../../_components/forms/form-problem";
import { trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";
import type { ManagedApp } from "./manage-app";
import { PlatformsField } from "./platforms-field";

type EditAppFormProps = { tenant: string; app: ManagedApp; onDone: () => void };

export function EditAppForm({ tenant, app, onDone }: EditAppFormProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const edit = trpc.apps.edit.useMutation();
  const form = useForm({ initialValues: { name: app.name, platforms: app.platforms } });

  async function submit(values: typeof form.values) {
    try {
      await edit.mutateAsync({ tenant, appId: app.id, ...values });
      void utils.apps.invalidate();
      void utils.builds.invalidate();
      router.refresh();
      onDone();
    } catch (error) {
      form.setErrors(fieldErrors(readProblem(error)));
    }
  }

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem error={edit.error} fields={Object.keys(form.values)} />
      <TextInput data-autofocus label="Name" required autoComplete="off" {...form.getInputProps("name")} />
      <PlatformsField
        {...form.getInputProps("platforms")}
        description="What it is built for. Builds for a platform that you take away stay."
      />
      <FormButtons submit="Save" isPending={edit.isPending} onCancel={onDone} />
    </form>
  );
}
