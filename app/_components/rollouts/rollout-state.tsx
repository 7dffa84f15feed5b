import { type BadgeStyle, Dot } from "@/app/_ui/data/values.tsx";
import { formatCount, formatPercent } from "@/app/_ui/format.ts";
import type { RolloutAction } from "@/server/domains/apps/rollouts/policy.ts";
import type { RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import type { RolloutState } from "@/shared/vocabulary.ts";

const BADGES: Record<RolloutState, BadgeStyle> = {
  RUNNING: { label: "In progress", tone: "info" },
  HELD: { label: "On hold", tone: "warn" },
  COMPLETED: { label: "Completed", tone: "ok" },
  ROLLED_BACK: { label: "Rolled back", tone: "bad" },
  SUPERSEDED: { label: "Superseded", tone: "idle" },
  STOPPED: { label: "Stopped", tone: "idle" },
};

/** Badge of a rollout's state. */
export function RolloutBadge({ state }: { state: RolloutState }) {
  const { label, ...style } = BADGES[state];
  return <Dot {...style}>{label}</Dot>;
}

/** Labels of the buttons. */
export const ROLLOUT_LABELS: Record<RolloutAction, string> = {
  hold: "Hold rollout",
  resume: "Resume rollout",
  rollBack: "Roll back",
};

type Counts = RolloutView["before"];

/** Updated installations of all rings, and those of all rings that can be updated. */
export function countInstallations({ rings }: RolloutView): { updated: number; total: number } {
  const updated = rings.reduce((sum, ring) => sum + ring.updated, 0);
  return { updated, total: rings.reduce((sum, ring) => sum + ring.remaining, updated) };
}

/** "12%"; a dash without builds. */
export const formatFailureRate = ({ builds, failed }: Counts): string =>
  builds === 0 ? "–" : formatPercent(failed / builds);

/** "3 of 72 builds failed". */
export const formatFailedBuilds = ({ builds, failed }: Counts): string =>
  builds === 0 ? "No builds yet" : `${failed} of ${formatCount(builds, "build")} failed`;
