"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import { RegisterEntity } from "@/server/entities/input.ts";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { fieldErrors, validateWith } from "../field-errors";
import classes from "../form.module.css";
import { FormProblem } from "../form-problem";
import { entityPath } from "../paths";
import { slugOfName } from "../slug-of-name";
import { ChoiceField } from "../themes/editor/choice-field";

type RegisterFormProps = { tenant: string; isTheme: boolean; onDone: () => void };

const validate = validateWith(RegisterEntity);

/** A description that was left empty is none. */
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
  const [isSlugOwn, setIsSlugOwn] = useState(false);
  const form = useForm({
    initialValues: {
      type: (isTheme ? "THEME" : "APP_PLUGIN") as ListingType,
      name: "",
      slug: "",
      description: "",
    },
    validate: (values) => validate(toInput(values)),
  });

  async function submit(values: typeof form.values) {
    try {
      const { entity } = await register.mutateAsync({ tenant, ...toInput(values) });
      void utils.entities.list.invalidate({ tenant });
      void utils.themes.list.invalidate({ tenant });
      onDone();
      router.push(entityPath(tenant, entity));
    } catch (error) {
      form.setErrors(fieldErrors(readProblem(error)));
    }
  }

  const nameProps = form.getInputProps("name");
  const slugProps = form.getInputProps("slug");
  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem error={register.error} fields={["name", "slug", "description"]} />
      {!isTheme && (
        <ChoiceField
          label="Made for"
          choices={PLUGIN_TYPES}
          value={form.values.type === "SYSTEM_PLUGIN" ? "SYSTEM_PLUGIN" : "APP_PLUGIN"}
          onChange={(type) => form.setFieldValue("type", type)}
        />
      )}
      <TextInput
        data-autofocus
        label="Name"
        required
        autoComplete="off"
        {...nameProps}
        onChange={(event) => {
          nameProps.onChange(event);
          if (!isSlugOwn) form.setFieldValue("slug", slugOfName(event.currentTarget.value));
        }}
      />
      <TextInput
        label="Slug"
        description="Its name in addresses and in plugin.json. It cannot be changed later."
        required
        autoComplete="off"
        spellCheck={false}
        {...slugProps}
        onChange={(event) => {
          setIsSlugOwn(event.currentTarget.value !== "");
          slugProps.onChange(event);
        }}
      />
      <Textarea
        label="Description"
        description="What it does, in a sentence or two. Each version starts from it."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps("description")}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone} disabled={register.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={register.isPending}>
          {isTheme ? "Register theme" : "Register plugin"}
        </Button>
      </div>
    </form>
  );
}
