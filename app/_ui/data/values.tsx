import type { ReactNode } from "react";
import classes from "./values.module.css";

export type KeyValue = { label: string; value: ReactNode };

/** The facts of a thing: names left, values right; below 480 px the name stands above its value. */
export function KeyValueList({ items }: { items: KeyValue[] }) {
  return (
    <dl className={classes.list}>
      {items.map((item) => (
        <div key={item.label} className={classes.item}>
          <dt>{item.label}</dt>
          <dd>{item.value ?? <Absent />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What stands where there is no value, the same everywhere. */
export function Absent({ why = "none" }: { why?: string }) {
  return (
    <span className={classes.absent}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{why}</span>
    </span>
  );
}
