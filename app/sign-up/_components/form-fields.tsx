"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./form-fields.module.css";

/** A password that can be looked at. Mantine's own brings more script than pages for strangers should load. */
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
          aria-label="Show the password"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={18} stroke={1.6} aria-hidden="true" />
        </button>
      }
    />
  );
}
