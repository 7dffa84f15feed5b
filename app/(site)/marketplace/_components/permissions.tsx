import { IconMinus, IconPlus, IconShieldCheck } from "@tabler/icons-react";
import { Section } from "@/app/_ui/page/section.tsx";
import type { MarketplaceItemDetail } from "@/server/domains/marketplace/view.ts";
import { describePermission } from "@/shared/permissions.ts";
import { versionsSince } from "./merge-changelogs";
import classes from "./permissions.module.css";

type PermissionsProps = {
  item: MarketplaceItemDetail;
  /** Version that the reader has. */
  from: string | undefined;
};

/** Permissions of the current version of a plugin in words, with what changed since the version that the reader has. */
export function Permissions({ item, from }: PermissionsProps) {
  const current = item.versions.find(({ version }) => version === item.version);
  if (!current?.archive) return null;
  const { added, removed, kept, isCompared } = comparePermissions(item, current.permissions, from);
  return (
    <Section
      title="Permissions"
      description={isCompared && describeChange(added.length, removed.length, from ?? "")}
    >
      {current.permissions.length + removed.length === 0 ? (
        <p className={classes.none}>This plugin requests no permissions.</p>
      ) : (
        <ul className={classes.list}>
          {added.map((name) => (
            <Permission key={name} name={name} change="added" />
          ))}
          {kept.map((name) => (
            <Permission key={name} name={name} />
          ))}
          {removed.map((name) => (
            <Permission key={name} name={name} change="removed" />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Permission({ name, change }: { name: string; change?: "added" | "removed" }) {
  const phrase = describePermission(name);
  return (
    <li className={classes.permission} data-change={change}>
      <span className={classes.icon} aria-hidden="true">
        {change === "added" && <IconPlus size={16} stroke={2} />}
        {change === "removed" && <IconMinus size={16} stroke={2} />}
        {change === undefined && <IconShieldCheck size={16} stroke={1.6} />}
      </span>
      <span>
        {change && <span className={classes.change}>{change === "added" ? "New" : "Removed"}</span>}
        {phrase ?? <code>{name}</code>}
        {phrase && <code className={classes.name}>{name}</code>}
      </span>
    </li>
  );
}

/** Permissions against those of the highest version up to `from`. */
function comparePermissions({ versions }: MarketplaceItemDetail, asked: string[], from: string | undefined) {
  const isCompared = from !== undefined && versions.some(({ version }) => version === from);
  if (!isCompared) return { added: [], removed: [], kept: asked, isCompared };
  const since = new Set(versionsSince(versions, from));
  const before = versions.find((version) => !since.has(version))?.permissions ?? [];
  return {
    added: asked.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !asked.includes(name)),
    kept: asked.filter((name) => before.includes(name)),
    isCompared,
  };
}

function describeChange(added: number, removed: number, from: string): string {
  if (added + removed === 0) return `Unchanged since ${from}`;
  const changes = [...(added > 0 ? [`${added} new`] : []), ...(removed > 0 ? [`${removed} removed`] : [])];
  return `${changes.join(", ")} since ${from}`;
}
