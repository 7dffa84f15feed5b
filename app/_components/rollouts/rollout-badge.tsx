import { type BadgeStyle, Dot } from "@/app/_ui/data/dot.tsx";
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
