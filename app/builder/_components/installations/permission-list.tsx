import { describePermission } from "@/shared/permissions.ts";
import classes from "./permission-list.module.css";

type PermissionListProps = {
  names: string[];
  /** Those without consent, marked as new. */
  missing?: string[];
  removed?: string[];
};

/** Permissions in plain words, with their names. */
export function PermissionList({ names, missing = [], removed = [] }: PermissionListProps) {
  return (
    <ul className={classes.list}>
      {names.map((name) => (
        <Permission key={name} name={name} mark={missing.includes(name) ? "New" : undefined} />
      ))}
      {removed.map((name) => (
        <Permission key={name} name={name} mark="No longer requested" />
      ))}
    </ul>
  );
}

function Permission({ name, mark }: { name: string; mark: "New" | "No longer requested" | undefined }) {
  const words = describePermission(name);
  return (
    <li className={classes.permission}>
      <span data-removed={mark === "No longer requested" || undefined}>{words ?? <code>{name}</code>}</span>
      {words && <code className={classes.name}>{name}</code>}
      {mark && (
        <span className={classes.mark} data-new={mark === "New" || undefined}>
          {mark}
        </span>
      )}
    </li>
  );
}
