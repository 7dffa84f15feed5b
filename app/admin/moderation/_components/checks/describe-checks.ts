import type { RouterOutputs } from "../../../../_trpc/client";

type Checks = Pick<RouterOutputs["adminChecks"]["of"], "counts" | "ruleSetVersion">;

/** "1 high, 2 low, by version 1 of the rules." */
export function describeChecks({ counts, ruleSetVersion }: Checks): string {
  if (ruleSetVersion === null)
    return "Every submission is checked by the same rules, right after it is handed in.";
  const found = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  return `${found.length > 0 ? found.join(", ") : "Nothing found"}, by version ${ruleSetVersion} of the rules.`;
}
