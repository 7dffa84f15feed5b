import { RichText } from "./doc";
import classes from "./field-list.module.css";
import termListClasses from "./term-list.module.css";

export type FieldRule = { name: string; isRequired?: boolean; rule: string };

type FieldListProps = {
  title: string;
  fields: FieldRule[];
  /** One below the heading above it. */
  headingLevel?: 3 | 4;
};

/** List of fields with their rules; required ones are marked. */
export function FieldList({ title, fields, headingLevel = 4 }: FieldListProps) {
  if (fields.length === 0) return null;
  const Heading = headingLevel === 3 ? "h3" : "h4";
  return (
    <>
      <Heading className={classes.title}>{title}</Heading>
      <dl className={classes.list}>
        {fields.map(({ name, isRequired, rule }) => (
          <div key={name} className={classes.field}>
            <dt className={classes.name}>
              <code>{name}</code> {isRequired && <span className={classes.required}>required</span>}
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

type TermListProps = { label: string; terms: readonly { name: string; rule: string }[] };

/** Terms with their explanations. */
export function TermList({ label, terms }: TermListProps) {
  return (
    <dl className={termListClasses.list} aria-label={label}>
      {terms.map(({ name, rule }) => (
        <div key={name} className={termListClasses.term}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <RichText text={rule} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
