"use client";

import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem, fieldErrors } from "@/app/_components/forms/form-problem.tsx";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { ChoiceField } from "@/app/builder/[tenant]/_components/choice-field.tsx";
import { isMaskable, MIN_MASKED_CHARACTERS } from "@/shared/text/secret-length.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import classes from "./variables.module.css";
import type { Variable, VariablesApp } from "./variables-table";

type VariableFormProps = {
  tenant: string;
  app: VariablesApp;
  /** The variable to replace; without one, a new one is created. */
  variable?: Variable;
  onDone: () => void;
};

/** Form of a new variable or of a new value. A secret's value is never shown and must be entered again. */
export function VariableForm({ tenant, app, variable, onDone }: VariableFormProps) {
  const utils = trpc.useUtils();
  const set = trpc.variables.set.useMutation();
  const form = useForm({
    initialValues: {
      name: variable?.name ?? "",
      value: variable?.value ?? "",
      isSecret: variable?.isSecret ?? true,
      platform: toChoice(variable?.platforms ?? []),
    },
    validate: { name: (name) => (name === "" ? "Enter a name." : null) },
  });

  async function submit({ name, value, isSecret, platform }: typeof form.values) {
    const platforms = platform === "ALL" ? [] : [platform];
    try {
      await set.mutateAsync({ tenant, appId: app.id, name, value, isSecret, platforms });
      await utils.variables.list.invalidate({ tenant, appId: app.id });
      notifications.show({ message: `${name} saved` });
      onDone();
    } catch (error) {
      form.setErrors(fieldErrors(readProblem(error)));
    }
  }

  return (
    <form className={formClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <FormProblem error={set.error} fields={["name", "value"]} />
      <TextInput
        data-autofocus={variable ? undefined : true}
        label="Name"
        description="A-Z, 0-9 and _"
        required
        readOnly={variable !== undefined}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        classNames={{ input: classes.monospace }}
        {...form.getInputProps("name")}
      />
      <Textarea
        data-autofocus={variable ? true : undefined}
        label="Value"
        {...(variable?.isSecret && { description: "Replaces the stored value." })}
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.monospace }}
        {...form.getInputProps("value")}
      />
      <Checkbox
        label="Secret"
        description={
          isMaskable(form.values.value) || form.values.value === ""
            ? "Encrypted, never shown again, and masked in logs."
            : `Not masked in logs: shorter than ${MIN_MASKED_CHARACTERS} characters. Encrypted, and never shown again.`
        }
        {...form.getInputProps("isSecret", { type: "checkbox" })}
      />
      {app.platforms.length > 1 && (
        <ChoiceField<PlatformChoice>
          label="Platforms"
          value={form.values.platform}
          choices={[
            { value: "ALL", label: "All" },
            ...app.platforms.map((platform) => ({ value: platform, label: describePlatform(platform) })),
          ]}
          onChange={(platform) => form.setFieldValue("platform", platform)}
        />
      )}
      <FormButtons submit="Save" isPending={set.isPending} onCancel={onDone} />
    </form>
  );
}

type PlatformChoice = Platform | "ALL";

/** A variable of every platform of the app is for all of them. */
function toChoice(platforms: Platform[]): PlatformChoice {
  const [platform, ...others] = platforms;
  return platform && others.length === 0 ? platform : "ALL";
}
