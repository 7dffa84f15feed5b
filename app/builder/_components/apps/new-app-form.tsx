"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { PLATFORMS, type Platform } from "@/db/schema/vocabulary.ts";
import { CreateApp } from "@/server/apps/input.ts";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { fieldErrors, validateWith } from "../field-errors";
import classes from "../form.module.css";
import { FormProblem } from "../form-problem";
import { appPath } from "../paths";
import { slugOfName } from "../slug-of-name";
import { PlatformsField } from "./platforms-field";

const validate = validateWith(CreateApp);

export function NewAppForm({ tenant, onDone }: { tenant: string; onDone: () => void }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const create = trpc.apps.create.useMutation();
  const [isSlugOwn, setIsSlugOwn] = useState(false);
  const form = useForm({
    initialValues: { name: "", slug: "", platforms: [...PLATFORMS] as Platform[] },
    validate,
  });

  async function submit(values: typeof form.values) {
    try {
      const app = await create.mutateAsync({ tenant, ...values });
      void utils.apps.list.invalidate({ tenant });
      onDone();
      router.push(appPath(tenant, app.id));
    } catch (error) {
      form.setErrors(fieldErrors(readProblem(error)));
    }
  }

  const nameProps = form.getInputProps("name");
  const slugProps = form.getInputProps("slug");
  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem error={create.error} fields={Object.keys(form.values)} />
      <TextInput
        data-autofocus
        label="Name"
        description="As your users know it."
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
        description="Its short name in files and in the search. It cannot be changed later."
        required
        autoComplete="off"
        spellCheck={false}
        {...slugProps}
        onChange={(event) => {
          setIsSlugOwn(event.currentTarget.value !== "");
          slugProps.onChange(event);
        }}
      />
      <PlatformsField {...form.getInputProps("platforms")} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone} disabled={create.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create app
        </Button>
      </div>
    </form>
  );
}
