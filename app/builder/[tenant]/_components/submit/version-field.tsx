"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import type { SuggestedVersion } from "@/server/domains/listings/policy.ts";
import classes from "./submit.module.css";

type VersionFieldProps = TextInputProps & {
  suggestions: SuggestedVersion[];
  onPick: (version: string) => void;
};

const KIND_LABELS: Record<SuggestedVersion["kind"], string> = {
  fix: "fix",
  first: "first release",
  release: "release",
  patch: "patch",
  minor: "minor",
  major: "major",
};

/** Version field with suggested next versions. */
export function VersionField({ suggestions, onPick, ...field }: VersionFieldProps) {
  return (
    <div>
      <TextInput
        label="Version"
        description="Semantic version. Each version can be submitted once."
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
