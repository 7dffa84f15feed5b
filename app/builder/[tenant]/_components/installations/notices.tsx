import { IconAlertTriangle } from "@tabler/icons-react";
import { installationPath } from "@/app/_paths/builder.ts";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import type { InstallationView, UnavailableItem } from "@/server/domains/apps/installations/view.ts";
import { describeHold } from "@/server/domains/apps/rollouts/policy.ts";
import type { VersionHold } from "@/server/domains/apps/rollouts/view.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";

type UnavailableNoticeProps = {
  tenant: string;
  appId: string;
  /** Without `stopsBuilds`, all of them are installed. */
  items: (UnavailableItem & { stopsBuilds?: boolean })[];
  /** "New builds are refused." */
  consequence: string;
};

/** Notice of versions that were suspended or withdrawn, with links to where another is installed. */
export function UnavailableNotice({ tenant, appId, items, consequence }: UnavailableNoticeProps) {
  if (items.length === 0) return null;
  return (
    <Callout tone="bad" icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}>
      <strong>{consequence}</strong>
      <ul>
        {items.map(({ type, slug, name, version, stopsBuilds = true }) => {
          const listingType = LISTING_TYPE_OF_SEGMENT[type];
          const key = { appId: listingType === "SYSTEM_PLUGIN" ? null : appId, type: listingType, slug };
          return (
            <li key={`${type}/${slug}`}>
              <bdi>{name}</bdi> {version} was suspended or withdrawn.{" "}
              {stopsBuilds ? (
                <Link href={installationPath(tenant, key)}>Replace or uninstall {name}</Link>
              ) : (
                "Queue a new build, which doesn’t include it."
              )}
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}

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
