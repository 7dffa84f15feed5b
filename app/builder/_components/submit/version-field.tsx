"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import type { SuggestedVersion } from "@/server/listings/policy.ts";
import classes from "./submit.module.css";

type VersionFieldProps = TextInputProps & {
  suggestions: SuggestedVersion[];
  onPick: (version: string) => void;
};

const KIND_LABELS: Record<SuggestedVersion["kind"], string> = {
  first: "the first",
  release: "the release",
  patch: "repairs only",
  minor: "something new",
  major: "something breaks",
};

/** Version field with suggested next versions. */
export function VersionField({ suggestions, onPick, ...field }: VersionFieldProps) {
  return (
    <div>
      <TextInput
        label="Version"
        description="A semantic version above every approved or pending one. A number is used once, whatever becomes of it."
        required
        autoComplete="off"
        spellCheck={false}
        {...field}
      />
      <ul className={classes.suggestions} aria-label="Next versions">
        {suggestions.map(({ kind, version }) => (
          <li key={kind}>
            <button type="button" onClick={() => onPick(version)} aria-pressed={field.value === version}>
              {version} <span>{KIND_LABELS[kind]}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
