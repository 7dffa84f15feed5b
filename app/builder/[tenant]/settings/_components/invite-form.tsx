"use client";

import { Radio, RadioGroup, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import classes from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { describeRole } from "@/app/_components/labels/labels.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import type { CreateInvitation } from "@/server/domains/accounts/members/input.ts";
import { INVITATION_DAYS } from "@/server/domains/accounts/members/policy.ts";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { TENANT_ROLES, type TenantRole } from "@/shared/vocabulary.ts";
import tokenClasses from "./tokens.module.css";

export type NewInvitation = { secret: string; email: string; isMailed: boolean };

type InviteFormProps = {
  tenant: string;
  onCreated: (invitation: NewInvitation) => void;
  onCancel: () => void;
};

const LIFETIMES = INVITATION_DAYS.map((days) => ({ value: String(days), label: formatCount(days, "day") }));

export function InviteForm({ tenant, onCreated, onCancel }: InviteFormProps) {
  const utils = trpc.useUtils();
  const create = trpc.members.invite.useMutation({
    onSuccess: ({ secret, isMailed }, { email }) => {
      void utils.members.invitations.invalidate({ tenant });
      onCreated({ secret, email: email.trim(), isMailed });
    },
  });
  const form = useForm({
    initialValues: { name: "", email: "", role: "DEVELOPER" as TenantRole, days: "7" },
  });

  const submit = ({ name, email, role, days }: typeof form.values) =>
    create.mutateAsync({ tenant, name, email, role, days: Number(days) as CreateInvitation["days"] });

  return (
    <form className={classes.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={create.error} fields={["name", "email"]} />
      <TextInput
        data-autofocus
        label="Name"
        required
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Email"
        description="Only this address can accept the invitation."
        type="email"
        required
        autoComplete="off"
        {...form.getInputProps("email")}
      />
      <RadioGroup label="Role" {...form.getInputProps("role")}>
        <div className={tokenClasses.permissions}>
          {TENANT_ROLES.toReversed().map((role) => (
            <Radio
              key={role}
              value={role}
              label={describeRole(role).label}
              description={describeRole(role).help}
            />
          ))}
        </div>
      </RadioGroup>
      <Select label="Expires after" data={LIFETIMES} allowDeselect={false} {...form.getInputProps("days")} />
      <FormButtons submit="Invite" isPending={create.isPending} onCancel={onCancel} />
    </form>
  );
}
