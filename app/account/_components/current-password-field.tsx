import type { TextInputProps } from "@mantine/core";
import { PasswordField } from "@/app/_components/forms/fields.tsx";

/** Field for the password of the signed-in user, which confirms a change. */
export function CurrentPasswordField(props: TextInputProps) {
  return (
    <PasswordField
      label="Current password"
      required
      withAsterisk={false}
      autoComplete="current-password"
      {...props}
    />
  );
}
