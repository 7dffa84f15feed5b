import { IconAlertTriangle } from "@tabler/icons-react";
import type { ThemeConfig } from "@/server/themes/input.ts";
import { warningsOf } from "@/server/themes/policy.ts";
import classes from "./theme-warnings.module.css";

/** What should be mended before a version is submitted; nothing where nothing is wrong. */
export function ThemeWarnings({ config }: { config: ThemeConfig }) {
  const warnings = warningsOf(config);
  if (warnings.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label="Warnings">
      {warnings.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <IconAlertTriangle size={15} stroke={1.9} aria-hidden="true" />
          <span>
            {message} <code>{path}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
