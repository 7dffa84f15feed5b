import type { DecisionImpact } from "@/server/installations/impact.ts";
import { formatCount } from "../_ui/format";

/** What an approval does to installations of the versions below, a line each. */
export function describeApproval({ updatable, needConsent, manual }: DecisionImpact): string[] {
  if (updatable + needConsent + manual === 0) return ["No installation can follow"];
  return [
    `${formatCount(updatable, "installation")} ${updatable === 1 ? "updates" : "update"} automatically, in rings`,
    ...(needConsent > 0
      ? [`${formatCount(needConsent, "installation")} without consent keep their version`]
      : []),
    ...(manual > 0 ? [`${formatCount(manual, "installation")} with manual updates keep their version`] : []),
  ];
}

/** What suspending or withdrawing a version does, a line each. */
export function describeRemoval({ installations, tenants, builds }: DecisionImpact): string[] {
  if (installations + builds === 0) return ["No installation and no build in flight has this version"];
  return [
    `${formatCount(installations, "installation")} in ${formatCount(tenants, "workspace")} can’t be built anymore; the members are notified`,
    ...(builds > 0
      ? [`${formatCount(builds, "build")} in flight ${builds === 1 ? "keeps" : "keep"} it`]
      : []),
  ];
}
