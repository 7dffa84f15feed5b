import { formatCount } from "@/app/_ui/format.ts";
import type {
  ApprovalImpact,
  DecisionImpact,
  SuspensionImpact,
} from "@/server/domains/apps/installations/impact.ts";

/** Effects of an approval on installations of the versions below, a line each. */
export function describeApproval({ updatable, needConsent, manual }: DecisionImpact): string[] {
  if (updatable + needConsent + manual === 0) return ["No installations to update"];
  return [
    `${formatCount(updatable, "installation")} ${updatable === 1 ? "updates" : "update"} automatically, in rings`,
    ...(needConsent > 0
      ? [`${formatCount(needConsent, "installation")} without consent ${keepsVersion(needConsent)}`]
      : []),
    ...(manual > 0
      ? [`${formatCount(manual, "installation")} ${keepsVersion(manual)} by update policy`]
      : []),
  ];
}

const keepsVersion = (count: number): string => (count === 1 ? "keeps its version" : "keep their version");

/** Effects of a bulk approval, a line each. An update is one installation that follows one of the versions. */
export function describeBulkApproval(impacts: readonly ApprovalImpact[]): string[] {
  const total = (field: "updatable" | "needConsent" | "manual") =>
    impacts.reduce((sum, impact) => sum + impact[field], 0);
  const [updatable, needConsent, manual] = [total("updatable"), total("needConsent"), total("manual")];
  if (updatable + needConsent + manual === 0) return ["No installations to update"];
  return [
    `${formatCount(updatable, "automatic update")} of installations, in rings`,
    ...(needConsent > 0 ? [`${formatCount(needConsent, "update")} without consent`] : []),
    ...(manual > 0 ? [`${formatCount(manual, "update")} excluded by update policy`] : []),
  ];
}

/** Effects of suspending or withdrawing a version, a line each. */
export function describeRemoval(impact: SuspensionImpact): string[] {
  if (impact.installations + impact.builds === 0)
    return ["No installations or unfinished builds have this version"];
  return describeLoss(impact, "it");
}

/** Effects of suspending a workspace on others, a line each; none if they use nothing of it. */
export const describeSuspension = (impact: SuspensionImpact): string[] =>
  impact.installations + impact.builds === 0 ? [] : describeLoss(impact, "them");

const describeLoss = ({ installations, tenants, builds }: SuspensionImpact, what: string): string[] => [
  `${formatCount(installations, "installation")} in ${formatCount(tenants, "workspace")} unavailable for new builds; members are notified`,
  ...(builds > 0
    ? [`${formatCount(builds, "unfinished build")} ${builds === 1 ? "keeps" : "keep"} ${what}`]
    : []),
];
