import type { ReactNode } from "react";
import classes from "./notice.module.css";

type NoticeProps = {
  tone?: "info" | "warn" | "bad";
  /** "alert" and "status" announce a notice that appears while the page is open. */
  role?: "note" | "status" | "alert";
  icon?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** Notice above the content of a page or dialog: what is the case, what it means, and the actions that change it. */
export function Notice({ tone = "warn", role = "note", icon, actions, children }: NoticeProps) {
  return (
    <div role={role} className={classes.notice} data-tone={tone}>
      {icon}
      <div className={classes.text}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
