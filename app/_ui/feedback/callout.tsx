import type { ReactNode } from "react";
import classes from "./callout.module.css";

type CalloutProps = {
  tone?: "info" | "warn" | "bad";
  /** "alert" and "status" announce a callout that appears while the page is open. */
  role?: "note" | "status" | "alert";
  icon?: ReactNode;
  actions?: ReactNode;
  /** Without a margin: in a form or panel, which has gaps of its own. */
  isInset?: boolean;
  children: ReactNode;
};

/** Callout above the content of a page or dialog: what is the case, what it means, and the actions that change it. */
export function Callout(props: CalloutProps) {
  const { tone = "warn", role = "note", icon, actions, isInset = false, children } = props;
  return (
    <div role={role} className={classes.callout} data-tone={tone} data-inset={isInset || undefined}>
      {icon}
      <div className={classes.text}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
