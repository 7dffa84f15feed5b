import type { DescribedInput } from "@/server/domains/apps/installations/view.ts";

type ComparedInput = Pick<DescribedInput, "type" | "slug" | "name" | "version">;

/** Items that differ between the inputs of two builds, by type and slug. */
export interface InputChanges {
  added: ComparedInput[];
  removed: ComparedInput[];
  /** Another version; `before` is the earlier build's. */
  changed: (ComparedInput & { before: string })[];
}

export function compareInputs(
  before: readonly ComparedInput[],
  after: readonly ComparedInput[],
): InputChanges {
  const earlier = new Map(before.map((input) => [keyOf(input), input]));
  const later = new Set(after.map(keyOf));
  return {
    added: after.filter((input) => !earlier.has(keyOf(input))).map(toCompared),
    removed: before.filter((input) => !later.has(keyOf(input))).map(toCompared),
    changed: after.flatMap((input) => {
      const old = earlier.get(keyOf(input));
      return old && old.version !== input.version ? [{ ...toCompared(input), before: old.version }] : [];
    }),
  };
}

const keyOf = ({ type, slug }: ComparedInput): string => `${type}/${slug}`;

const toCompared = ({ type, slug, name, version }: ComparedInput): ComparedInput => ({
  type,
  slug,
  name,
  version,
});
