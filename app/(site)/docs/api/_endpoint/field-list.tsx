import { RichText } from "../../_components/rich-text";
import classes from "./field-list.module.css";

export type FieldRule = { name: string; isRequired?: boolean; rule: string };

/** Names with their rules, required ones marked. */
export function FieldList({ title, fields }: { title: string; fields: FieldRule[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h4 className={classes.title}>{title}</h4>
      <dl className={classes.list}>
        {fields.map(({ name, isRequired, rule }) => (
          <div key={name} className={classes.field}>
            <dt className={classes.name}>
              <code>{name}</code>
              {isRequired && <span className={classes.required}>required</span>}
            </dt>
            <dd>
              <RichText text={rule} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
