import type { ReactNode } from "react";
import { CopyButton } from "../actions/copy-button";
import classes from "./state.module.css";

type ErrorStateProps = {
  /** "This page couldn’t be loaded". */
  title: string;
  /** The next step. */
  description: ReactNode;
  /** Names the line in the log. */
  requestId?: string | undefined;
  action?: ReactNode;
  isFramed?: boolean;
  /** 1 where it is the only heading of the page. */
  headingLevel?: 1 | 2;
};

export function ErrorState(props: ErrorStateProps) {
  const { title, description, requestId, action, isFramed = false, headingLevel = 2 } = props;
  const Heading = headingLevel === 1 ? "h1" : "h2";
  return (
    <div className={classes.state} data-framed={isFramed || undefined} role="alert">
      <div className={classes.mark} aria-hidden="true" />
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.description}>{description}</p>
      {action && <div className={classes.action}>{action}</div>}
      {requestId && (
        <p className={classes.requestId}>
          Request <code>{requestId}</code>
          <CopyButton text={requestId} label="Copy request ID" />
        </p>
      )}
    </div>
  );
}
