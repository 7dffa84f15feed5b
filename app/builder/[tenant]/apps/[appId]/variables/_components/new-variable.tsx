"use client";

import { IconPlus } from "@tabler/icons-react";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { createDisclosure } from "@/app/_ui/actions/disclosure.ts";

export const newVariable = createDisclosure();

export function NewVariableButton() {
  return (
    <PlainButton variant="filled" preload={loadVariableForm} onClick={newVariable.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New variable
    </PlainButton>
  );
}

/** Code of the form, loaded on hover and focus of what opens it. */
export const loadVariableForm = () => import("./variable-form").then((module) => module.VariableForm);
