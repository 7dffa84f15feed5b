import type { BuildVariable } from "@/db/schema/index.ts";

/** Names of variables that differ between two builds, sorted. No values. */
export interface VariableChanges {
  added: string[];
  removed: string[];
  /** Another value, or a secret that was set again: whether to another value is not stored. */
  changed: string[];
}

export function compareVariables(
  before: readonly BuildVariable[],
  after: readonly BuildVariable[],
): VariableChanges {
  const earlier = new Map(before.map((variable) => [variable.name, variable]));
  const later = new Set(after.map(({ name }) => name));
  const namesOf = (variables: readonly BuildVariable[]) => variables.map(({ name }) => name).sort();
  return {
    added: namesOf(after.filter(({ name }) => !earlier.has(name))),
    removed: namesOf(before.filter(({ name }) => !later.has(name))),
    changed: namesOf(
      after.filter((variable) => {
        const old = earlier.get(variable.name);
        return old !== undefined && isChanged(old, variable);
      }),
    ),
  };
}

const isChanged = (old: BuildVariable, now: BuildVariable): boolean =>
  old.isSecret !== now.isSecret || (now.isSecret ? old.updatedAt !== now.updatedAt : old.value !== now.value);
