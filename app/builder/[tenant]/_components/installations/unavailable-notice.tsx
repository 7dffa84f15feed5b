import { IconAlertTriangle } from "@tabler/icons-react";
import { installationPath } from "@/app/_paths/builder.ts";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import type { UnavailableItem } from "@/server/domains/apps/installations/view.ts";
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
              {name} {version} was suspended or withdrawn.{" "}
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
