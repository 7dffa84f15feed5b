"use client";

import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { PLATFORMS, type Platform } from "@/db/schema/vocabulary.ts";
import { fieldErrors } from "../../../../_components/forms/field-errors";
import classes from "../../../../_components/forms/form.module.css";
import { FormButtons } from "../../../../_components/forms/form-buttons";
import { FormProblem } from "../../../../_components/forms/form-problem";
import { trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";
import { NameAndSlug } from "../../../_components/name-and-slug";
import { appPath } from "../../../_components/paths";
import { PlatformsField } from "./platforms-field";

export function NewAppForm({ tenant, onDone }: { tenant: string; onDone: () => void }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const create = trpc.apps.create.useMutation();
  const form = useForm({
    initialValues: { name: "", slug: "", platforms: [...PLATFORMS] as Platform[] },
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

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem error={create.error} fields={Object.keys(form.values)} />
      <NameAndSlug
        fieldProps={form.getInputProps}
        setSlug={(slug) => form.setFieldValue("slug", slug)}
        nameHint="As your users know it."
        slugHint="Its short name in files and in the search. It cannot be changed later."
      />
      <PlatformsField {...form.getInputProps("platforms")} />
      <FormButtons submit="Create app" isPending={create.isPending} onCancel={onDone} />
    </form>
  );
}
