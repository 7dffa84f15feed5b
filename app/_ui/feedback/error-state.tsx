import type { ReactNode } from "react";
import { CopyButton } from "../actions/copy-button";
import classes from "./state.module.css";

type ErrorStateProps = {
  /** What happened, in the reader's terms: "The builds could not be loaded". */
  title: string;
  /** What to do now. */
  description: ReactNode;
  /** What support needs to find the cause in the log. */
  requestId?: string | undefined;
  /** A way on: try again, go back. */
  action?: ReactNode;
  isFramed?: boolean;
  /** The page's only heading is an h1, a part of a page has an h2. */
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
          <CopyButton text={requestId} label="Copy request id" />
        </p>
      )}
    </div>
  );
}
