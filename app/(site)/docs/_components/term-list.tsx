import { RichText } from "./doc";
import classes from "./term-list.module.css";

type TermListProps = { label: string; terms: readonly { name: string; rule: string }[] };

/** Terms with their explanations. */
export function TermList({ label, terms }: TermListProps) {
  return (
    <dl className={classes.list} aria-label={label}>
      {terms.map(({ name, rule }) => (
        <div key={name} className={classes.term}>
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
