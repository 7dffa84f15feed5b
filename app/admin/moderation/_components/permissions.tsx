import { IconMinus, IconPlus } from "@tabler/icons-react";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "./permissions.module.css";

type PermissionsProps = {
  manifests: RouterOutputs["adminModeration"]["review"]["manifests"];
  isUpdate: boolean;
};

/** Permissions of a plugin; for an update, added and removed ones first. */
export function Permissions({ manifests: { submitted, approved }, isUpdate }: PermissionsProps) {
  if (!submitted) return null;
  const asked = submitted.permissions ?? [];
  const before = approved?.permissions ?? [];
  const isCompared = isUpdate && approved !== null;
  const added = isCompared ? asked.filter((name) => !before.includes(name)) : [];
  const removed = isCompared ? before.filter((name) => !asked.includes(name)) : [];
  const others = asked.filter((name) => !added.includes(name));
  return (
    <Section
      id="permissions"
      title="Permissions"
      description={describeChange(asked.length, added.length, removed.length)}
    >
      {asked.length + removed.length > 0 && (
        <ul className={classes.list}>
          {added.map((name) => (
            <li key={name} className={classes.permission} data-change="added">
              <IconPlus size={14} stroke={2} aria-hidden="true" />
              <span className="visually-hidden">New: </span>
              {name}
            </li>
          ))}
          {removed.map((name) => (
            <li key={name} className={classes.permission} data-change="removed">
              <IconMinus size={14} stroke={2} aria-hidden="true" />
              <span className="visually-hidden">Removed: </span>
              {name}
            </li>
          ))}
          {others.map((name) => (
            <li key={name} className={classes.permission}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function describeChange(asked: number, added: number, removed: number): string {
  if (asked + removed === 0) return "None";
  const changes = [
    ...(added > 0 ? [`${formatNumber(added)} added`] : []),
    ...(removed > 0 ? [`${formatNumber(removed)} removed`] : []),
  ];
  return changes.length > 0 ? changes.join(", ") : formatCount(asked, "permission");
}
