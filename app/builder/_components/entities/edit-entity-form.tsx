"use client";

import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import { FormButtons, FormProblem, fieldErrors } from "../../../_components/forms/form";
import classes from "../../../_components/forms/form.module.css";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";

export type EditableEntity = { id: string; type: ListingType; name: string; description: string | null };

type EditFormProps = { tenant: string; entity: EditableEntity; onDone: () => void };

export function EditForm({ tenant, entity, onDone }: EditFormProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const edit = trpc.entities.edit.useMutation();
  const form = useForm({
    initialValues: { name: entity.name, description: entity.description ?? "" },
  });

  async function submit(values: typeof form.values) {
    try {
      await edit.mutateAsync({ tenant, type: entity.type, entityId: entity.id, ...values });
      void utils.entities.invalidate();
      void utils.themes.invalidate();
      router.refresh();
      onDone();
    } catch (error) {
      form.setErrors(fieldErrors(readProblem(error)));
    }
  }

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem error={edit.error} fields={["name", "description"]} />
      <TextInput data-autofocus label="Name" required autoComplete="off" {...form.getInputProps("name")} />
      <Textarea
        label="Description"
        description="The next version starts from it; versions that were submitted keep theirs."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps("description")}
      />
      <FormButtons submit="Save" isPending={edit.isPending} onCancel={onDone} />
    </form>
  );
}
