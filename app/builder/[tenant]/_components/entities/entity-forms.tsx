"use client";

import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import classes from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { NameAndSlug } from "@/app/_components/forms/name-and-slug.tsx";
import { entityPath } from "@/app/_paths/builder.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import type { ListingType } from "@/shared/vocabulary.ts";
import { ChoiceField } from "../choice-field.tsx";

type RegisterFormProps = { tenant: string; isTheme: boolean; onDone: () => void };

/** An empty description is left out. */
const toInput = <T extends { description: string }>({ description, ...values }: T) => ({
  ...values,
  ...(description.trim() !== "" && { description }),
});

const PLUGIN_TYPES = [
  { value: "APP_PLUGIN", label: "App plugin" },
  { value: "SYSTEM_PLUGIN", label: "System plugin" },
] as const;

export function RegisterForm({ tenant, isTheme, onDone }: RegisterFormProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const register = trpc.entities.register.useMutation();
  const form = useForm({
    initialValues: {
      type: (isTheme ? "THEME" : "APP_PLUGIN") as ListingType,
      name: "",
      slug: "",
      description: "",
    },
  });

  async function submit(values: typeof form.values) {
    const { entity } = await register.mutateAsync({ tenant, ...toInput(values) });
    void utils.entities.list.invalidate({ tenant });
    void utils.themes.list.invalidate({ tenant });
    onDone();
    router.push(entityPath(tenant, entity));
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={register.error} fields={["name", "slug", "description"]} />
      {!isTheme && (
        <ChoiceField
          label="Type"
          choices={PLUGIN_TYPES}
          value={form.values.type === "SYSTEM_PLUGIN" ? "SYSTEM_PLUGIN" : "APP_PLUGIN"}
          onChange={(type) => form.setFieldValue("type", type)}
        />
      )}
      <NameAndSlug
        fieldProps={form.getInputProps}
        setSlug={(slug) => form.setFieldValue("slug", slug)}
        slugHint="Used in URLs and plugin.json. Can’t be changed later."
      />
      <Textarea
        label="Description"
        description="One or two sentences. Prefills each new version."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps("description")}
      />
      <FormButtons
        submit={isTheme ? "Register theme" : "Register plugin"}
        isPending={register.isPending}
        onCancel={onDone}
      />
    </form>
  );
}

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
    await edit.mutateAsync({ tenant, type: entity.type, entityId: entity.id, ...values });
    void utils.entities.invalidate();
    void utils.themes.invalidate();
    router.refresh();
    onDone();
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={edit.error} fields={["name", "description"]} />
      <TextInput data-autofocus label="Name" required autoComplete="off" {...form.getInputProps("name")} />
      <Textarea
        label="Description"
        description="Prefills the next version. Submitted versions keep theirs."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps("description")}
      />
      <FormButtons submit="Save" isPending={edit.isPending} onCancel={onDone} />
    </form>
  );
}
