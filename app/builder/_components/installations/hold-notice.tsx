import { IconAlertTriangle } from "@tabler/icons-react";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { describeHold } from "@/server/domains/apps/rollouts/policy.ts";
import type { VersionHold } from "@/server/domains/apps/rollouts/view.ts";

type HoldNoticeProps = {
  version: string;
  hold: VersionHold;
  /** "Roll back if your builds fail." */
  advice?: string;
};

/** Notice of a version whose rollout is on hold or was rolled back. */
export function HoldNotice({ version, hold: { state, reason }, advice }: HoldNoticeProps) {
  return (
    <Callout icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}>
      <p>
        <strong>{describeHold(version, state)}</strong> {[reason, advice].filter(Boolean).join(" ")}
      </p>
    </Callout>
  );
}
