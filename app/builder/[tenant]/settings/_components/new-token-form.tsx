"use client";

import { Checkbox, CheckboxGroup, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import classes from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { PERMISSION_LABELS } from "@/app/_components/labels/labels.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { ExactTime } from "@/app/_ui/data/time.tsx";
import { parseLifetimeSeconds } from "@/server/domains/accounts/tokens/policy.ts";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import type { Permission } from "@/shared/vocabulary.ts";
import tokenClasses from "./tokens.module.css";

const CUSTOM = "custom";

const LIFETIMES = [
  { value: "1h", label: "1 hour" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "365d", label: "365 days" },
  { value: CUSTOM, label: "Custom…" },
];

type NewTokenFormProps = {
  tenant: string;
  /** Permissions of the user's role. */
  permissions: Permission[];
  onCreated: (token: string) => void;
  onCancel: () => void;
};

export function NewTokenForm({ tenant, permissions, onCreated, onCancel }: NewTokenFormProps) {
  const utils = trpc.useUtils();
  const create = trpc.tokens.create.useMutation();
  const form = useForm({
    initialValues: { name: "", permissions: [] as Permission[], lifetime: "90d", custom: "" },
  });
  const { lifetime, custom } = form.values;

  async function submit(values: typeof form.values) {
    const { token } = await create.mutateAsync({ tenant, ...toInput(values) });
    void utils.tokens.list.invalidate({ tenant });
    onCreated(token);
  }

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={create.error} fields={["name", "permissions", "expires"]} />
      <TextInput
        data-autofocus
        label="Name"
        description="Describe where the token is used."
        required
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <CheckboxGroup
        label="Permissions"
        description="Grant only what it needs."
        {...form.getInputProps("permissions")}
      >
        <div className={tokenClasses.permissions}>
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              value={permission}
              label={PERMISSION_LABELS[permission].label}
              description={PERMISSION_LABELS[permission].help}
            />
          ))}
        </div>
      </CheckboxGroup>
      {form.values.permissions.length === 0 && (
        <p className={tokenClasses.hint}>Without permissions, a token can only identify itself.</p>
      )}
      <Select
        label="Expires after"
        data={LIFETIMES}
        allowDeselect={false}
        {...form.getInputProps("lifetime")}
        error={lifetime === CUSTOM ? undefined : form.errors["expires"]}
      />
      {lifetime === CUSTOM && (
        <TextInput
          label="Lifetime"
          description="For example 30m, 12h or 45d. Max 365d."
          required
          autoComplete="off"
          {...form.getInputProps("custom")}
          error={form.errors["custom"] ?? form.errors["expires"]}
        />
      )}
      <LifetimeHint lifetime={lifetime === CUSTOM ? custom : lifetime} />
      <FormButtons submit="Create token" isPending={create.isPending} onCancel={onCancel} />
    </form>
  );
}

type FormValues = { name: string; permissions: Permission[]; lifetime: string; custom: string };

const toInput = ({ name, permissions, lifetime, custom }: FormValues) => ({
  name,
  permissions,
  expires: lifetime === CUSTOM ? custom.trim() : lifetime,
});

function LifetimeHint({ lifetime }: { lifetime: string }) {
  const seconds = parseLifetimeSeconds(lifetime.trim());
  return (
    <p className={tokenClasses.hint}>
      {seconds !== null ? (
        <>
          Expires on <ExactTime value={Date.now() + seconds * 1000} />.
        </>
      ) : (
        "Enter a lifetime."
      )}
    </p>
  );
}
