"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import { readProblem } from "@/app/_trpc/problem.ts";
import { findMissing, showErrors } from "./checked-submit.ts";
import classes from "./fields.module.css";
import { fieldErrors } from "./form-problem.tsx";

/** Password field with a reveal button. Mantine's own needs more script than public pages should load. */
export function PasswordField(props: TextInputProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextInput
      {...props}
      type={isShown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="off"
      rightSectionWidth="2.5rem"
      rightSection={
        <button
          type="button"
          className={classes.toggle}
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={18} stroke={1.6} aria-hidden="true" />
        </button>
      }
    />
  );
}

export type FieldProps = { "data-field": string; error: string | undefined; onChange: () => void };

/**
 * Uncontrolled fields, read on submit, so that input of the reader or a password manager before hydration is kept. They
 * have no names: a submit before hydration must not put a password into the URL.
 */
export function useFields<T extends string>(names: readonly T[]) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const field = (name: T): FieldProps => ({
    "data-field": name,
    error: errors[name],
    onChange: () => setErrors(({ [name]: _, ...others }) => others),
  });

  const read = () =>
    Object.fromEntries(names.map((name) => [name, readField(form, name)])) as Record<T, string>;

  const show = (shown: Record<string, string>) => showErrors(form.current, () => setErrors(shown));

  /**
   * Submit handler. Empty required fields, and what `submit` rejects with, are shown at their fields.
   * @param sendsIncomplete the server, which refuses empty fields too, gets them: so all invalid fields are marked at once
   */
  const onSubmit =
    (submit: (values: Record<T, string>) => Promise<void>, { sendsIncomplete = false } = {}) =>
    (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      const missing = findMissing(event.currentTarget);
      if (Object.keys(missing).length > 0 && !sendsIncomplete) show(missing);
      else
        void submit(read()).catch((error: unknown) =>
          show({ ...fieldErrors(readProblem(error)), ...missing }),
        );
    };

  return { form, field, onSubmit };
}

function readField(form: RefObject<HTMLFormElement | null>, name: string): string {
  return form.current?.querySelector<HTMLInputElement>(`[data-field="${name}"]`)?.value ?? "";
}

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
