import { IconAlertTriangle } from "@tabler/icons-react";
import type { VersionHold } from "@/server/domains/apps/rollouts/view.ts";
import { Callout } from "../../../_ui/feedback/callout";

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
        <strong>
          The rollout of {version} {state === "HELD" ? "is on hold" : "was rolled back"}.
        </strong>{" "}
        {[reason, advice].filter(Boolean).join(" ")}
      </p>
    </Callout>
  );
}
