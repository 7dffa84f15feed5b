import { IconAlertTriangle } from "@tabler/icons-react";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import type { InstallationView } from "@/server/domains/apps/installations/view.ts";

type InstallationNoticeProps = {
  installation: InstallationView;
  /** Another version can be installed. */
  hasOther: boolean;
};

/** Notice of an installed version that is unavailable, or whose update is on hold. */
export function InstallationNotice({ installation, hasOther }: InstallationNoticeProps) {
  const { version, state, heldBack } = installation;
  if (state === "UNAVAILABLE") {
    return (
      <Callout tone="bad" icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}>
        <p>
          <strong>Version {version} was suspended or withdrawn.</strong> New builds are refused.{" "}
          {hasOther ? "Install another version or uninstall it." : "Uninstall it to build again."}
        </p>
      </Callout>
    );
  }
  if (!heldBack) return null;
  return (
    <Callout icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}>
      <p>
        <strong>The update to {heldBack.version} was put on hold</strong>{" "}
        <RelativeTime value={heldBack.since} />. {heldBack.reason}
      </p>
    </Callout>
  );
}
