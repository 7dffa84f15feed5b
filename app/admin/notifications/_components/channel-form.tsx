"use client";

import { Checkbox, CheckboxGroup, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { TenantPicker } from "@/app/admin/_components/select-fields.tsx";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { CHANNEL_EVENT_TYPES, CHANNEL_SIGNINGS, type ChannelEventType } from "@/shared/vocabulary.ts";
import classes from "./notifications.module.css";

export type ChannelValues = {
  name: string;
  url: string;
  eventTypes: ChannelEventType[] | null;
  tenantId: string | null;
  signing: (typeof CHANNEL_SIGNINGS)[number];
};

type ChannelFormProps = {
  initial: ChannelValues;
  /** The signature scheme can only be chosen for a new channel. */
  isNew: boolean;
  submitLabel: string;
  onSubmit: (values: ChannelValues) => Promise<void>;
  onCancel: () => void;
  error: unknown;
  isBusy: boolean;
};

const SIGNING_LABELS = {
  HMAC: "Shared secret (HMAC-SHA256)",
  ED25519: "Key pair (Ed25519)",
};

/** Form with name, address and filters of a channel. */
export function ChannelForm(props: ChannelFormProps) {
  const { initial, isNew, submitLabel, onSubmit, onCancel, error, isBusy } = props;
  const form = useForm({
    initialValues: {
      ...initial,
      isForAll: initial.eventTypes === null,
      eventTypes: initial.eventTypes ?? [],
      tenantId: initial.tenantId ?? "",
    },
  });

  return (
    <form
      className={formClasses.form}
      onSubmit={checkedSubmit(form, (values) => onSubmit(toInput(values)))}
      noValidate
    >
      <FormProblem error={error} fields={["name", "url", "eventTypes", "tenantId", "signing"]} />
      <TextInput
        data-autofocus
        label="Name"
        required
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <TextInput
        label="URL"
        description="Receives POST requests. Public addresses only, port 80 or 443."
        placeholder="https://hooks.example.com/drydock"
        required
        type="url"
        autoComplete="off"
        {...form.getInputProps("url")}
      />
      <Checkbox
        label="All event types"
        description="Includes future types."
        {...form.getInputProps("isForAll", { type: "checkbox" })}
      />
      {!form.values.isForAll && (
        <CheckboxGroup label="Event types" {...form.getInputProps("eventTypes")}>
          <div className={classes.choices}>
            {CHANNEL_EVENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={type} />
            ))}
          </div>
        </CheckboxGroup>
      )}
      <TenantPicker
        label="Workspace"
        description="Defaults to all workspaces."
        value={form.values.tenantId || null}
        onChange={(tenantId) => form.setFieldValue("tenantId", tenantId ?? "")}
        error={form.errors["tenantId"]}
      />
      {isNew && (
        <Select
          label="Signature"
          data={CHANNEL_SIGNINGS.map((value) => ({ value, label: SIGNING_LABELS[value] }))}
          allowDeselect={false}
          {...form.getInputProps("signing")}
        />
      )}
      <FormButtons submit={submitLabel} isPending={isBusy} onCancel={onCancel} />
    </form>
  );
}

type FormValues = Omit<ChannelValues, "eventTypes" | "tenantId"> & {
  isForAll: boolean;
  eventTypes: ChannelEventType[];
  tenantId: string;
};

const toInput = ({ isForAll, eventTypes, tenantId, ...fields }: FormValues): ChannelValues => ({
  ...fields,
  eventTypes: isForAll ? null : eventTypes,
  tenantId: tenantId.trim() === "" ? null : tenantId.trim(),
});
