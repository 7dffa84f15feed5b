"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";

export const NOBODY = { name: "", email: "", password: "" };

/** Who a new account is for. */
export function PersonFields<T extends typeof NOBODY>({ form }: { form: UseFormReturnType<T> }) {
  return (
    <>
      <TextInput
        label="Your name"
        size="md"
        required
        withAsterisk={false}
        autoComplete="name"
        maxLength={80}
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Email"
        type="email"
        size="md"
        required
        withAsterisk={false}
        autoComplete="username"
        {...form.getInputProps("email")}
      />
      <PasswordInput
        label="Password"
        description="At least 10 characters. A few words that you remember are better than one that is odd."
        size="md"
        required
        withAsterisk={false}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
        {...form.getInputProps("password")}
      />
    </>
  );
}
