import type { ReactNode } from "react";
import { CopyableCode } from "../actions/copyable-code";
import classes from "./state.module.css";

type EmptyStateProps = {
  icon?: ReactNode;
  /** What this place is, or why nothing is in it: "No builds yet". */
  title: string;
  /** What will appear here, and what to do to get there. */
  description: ReactNode;
  action?: ReactNode;
  /** The same step from a terminal. */
  command?: string;
  /** Inside a table's frame or a card the state draws no frame of its own. */
  isFramed?: boolean;
  /** The page's only heading is an h1, a part of a page has an h2. */
  headingLevel?: 1 | 2;
};

export function EmptyState(props: EmptyStateProps) {
  const { icon, title, description, action, command, isFramed = false, headingLevel = 2 } = props;
  const Heading = headingLevel === 1 ? "h1" : "h2";
  return (
    <div className={classes.state} data-framed={isFramed || undefined}>
      {icon && (
        <div className={classes.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.description}>{description}</p>
      {action && <div className={classes.action}>{action}</div>}
      {command && (
        <div className={classes.command}>
          <CopyableCode code={command} label="Command" />
        </div>
      )}
    </div>
  );
}
