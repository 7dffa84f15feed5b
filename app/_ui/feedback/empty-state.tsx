import type { ReactNode } from "react";
import { CopyableCode } from "../actions/copyable-code";
import classes from "./state.module.css";

type EmptyStateProps = {
  icon?: ReactNode;
  /** "Nothing here yet". */
  title: string;
  /** Content that will appear here, and how to get there. */
  description?: ReactNode;
  action?: ReactNode;
  /** The same step on the command line. */
  command?: string;
  /** Draws its own frame; not inside the frame of a table or card. */
  isFramed?: boolean;
  /** 1 where it is the only heading of the page. */
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
      {description && <p className={classes.description}>{description}</p>}
      {action && <div className={classes.action}>{action}</div>}
      {command && (
        <div className={classes.command}>
          <CopyableCode code={command} label="Command" />
        </div>
      )}
    </div>
  );
}
