"use client";

import { TextInput } from "@mantine/core";
import { type FieldProps, PasswordField } from "@/app/_components/forms/fields.tsx";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";

export const ACCOUNT_FIELDS = ["name", "email", "password"] as const;

type AccountFieldsProps = {
  field: (name: (typeof ACCOUNT_FIELDS)[number]) => FieldProps;
  defaultName?: string | undefined;
  /** The only address that is possible. */
  fixedEmail?: string | undefined;
};

/** Name of a new workspace. */
export const WorkspaceNameField = (field: FieldProps) => (
  <TextInput
    label="Workspace name"
    description="Your team or company. You can change it later."
    size="md"
    required
    withAsterisk={false}
    autoComplete="organization"
    maxLength={MAX_NAME_LENGTH}
    {...field}
  />
);

/** Name, email and password of a new account. */
export function AccountFields({ field, defaultName, fixedEmail }: AccountFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        size="md"
        required
        withAsterisk={false}
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        defaultValue={defaultName}
        {...field("name")}
      />
      <TextInput
        label="Email"
        type="email"
        size="md"
        required
        withAsterisk={false}
        autoComplete="username"
        {...(fixedEmail && { defaultValue: fixedEmail, readOnly: true })}
        {...field("email")}
      />
      <PasswordField
        label="Password"
        description="At least 10 characters. Common passwords are not allowed."
        size="md"
        required
        withAsterisk={false}
        autoComplete="new-password"
        {...field("password")}
      />
    </>
  );
}
