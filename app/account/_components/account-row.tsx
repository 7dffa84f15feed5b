import type { ReactNode } from "react";
import classes from "./account-row.module.css";

/** Bordered list of rows; `note` stands below them, or in place of none. */
export function AccountRows({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <ul className={classes.list}>
      {children}
      {note && <li className={classes.note}>{note}</li>}
    </ul>
  );
}

type AccountRowProps = { name: ReactNode; detail: ReactNode; children?: ReactNode };

/** Row of something that the account has, with its buttons. */
export function AccountRow({ name, detail, children }: AccountRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <div className={classes.name}>{name}</div>
        <div className={classes.detail}>{detail}</div>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  );
}
