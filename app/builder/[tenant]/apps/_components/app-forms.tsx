"use client";

import { Checkbox, CheckboxGroup, type CheckboxGroupProps, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import classes from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { NameAndSlug } from "@/app/_components/forms/name-and-slug.tsx";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { appPath } from "@/app/_paths/builder.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { PLATFORMS, type Platform } from "@/shared/vocabulary.ts";
import appClasses from "./apps.module.css";
import type { ManagedApp } from "./manage-app";

export function NewAppForm({ tenant, onDone }: { tenant: string; onDone: () => void }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const create = trpc.apps.create.useMutation();
  const form = useForm({
    initialValues: { name: "", slug: "", platforms: [...PLATFORMS] as Platform[] },
  });

  async function submit(values: typeof form.values) {
    const app = await create.mutateAsync({ tenant, ...values });
    void utils.apps.list.invalidate({ tenant });
    onDone();
    router.push(appPath(tenant, app.id));
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={create.error} fields={Object.keys(form.values)} />
      <NameAndSlug
        fieldProps={form.getInputProps}
        setSlug={(slug) => form.setFieldValue("slug", slug)}
        nameHint="Shown to your users."
        slugHint="Used in file names and search. Can’t be changed later."
      />
      <PlatformsField {...form.getInputProps("platforms")} />
      <FormButtons submit="Create app" isPending={create.isPending} onCancel={onDone} />
    </form>
  );
}

type EditAppFormProps = { tenant: string; app: ManagedApp; onDone: () => void };

export function EditAppForm({ tenant, app, onDone }: EditAppFormProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const edit = trpc.apps.edit.useMutation();
  const form = useForm({ initialValues: { name: app.name, platforms: app.platforms } });

  async function submit(values: typeof form.values) {
    await edit.mutateAsync({ tenant, appId: app.id, ...values });
    void utils.apps.invalidate();
    void utils.builds.invalidate();
    router.refresh();
    onDone();
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={edit.error} fields={Object.keys(form.values)} />
      <TextInput data-autofocus label="Name" required autoComplete="off" {...form.getInputProps("name")} />
      <PlatformsField
        {...form.getInputProps("platforms")}
        description="Builds for a removed platform are kept."
      />
      <FormButtons submit="Save" isPending={edit.isPending} onCancel={onDone} />
    </form>
  );
}

function PlatformsField(field: Omit<CheckboxGroupProps, "children">) {
  return (
    <CheckboxGroup label="Platforms" description="You can change this later." {...field}>
      <div className={appClasses.platforms}>
        {PLATFORMS.map((platform) => (
          <Checkbox key={platform} value={platform} label={describePlatform(platform)} />
        ))}
      </div>
    </CheckboxGroup>
  );
}
