import { CopyButton } from "@/app/_ui/actions/copy-button.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "./change-table.module.css";
import { type Fields, listChanges } from "./changes";

/** Changed fields of an audit entry, which can be copied as JSON. */
export function ChangesSection({ before, after }: { before: Fields; after: Fields }) {
  return (
    <Section
      title="Changes"
      actions={
        (before || after) && (
          <CopyButton text={JSON.stringify({ before, after }, null, 2)} label="Copy changes as JSON" />
        )
      }
    >
      <ChangeTable before={before} after={after} />
    </Section>
  );
}

/** Table of the fields of a change; unchanged ones are not colored. */
function ChangeTable({ before, after }: { before: Fields; after: Fields }) {
  const changes = listChanges(before, after);
  if (changes.length === 0) {
    return <p className={classes.none}>No field changes</p>;
  }
  return (
    <table className={classes.diff}>
      <caption className="visually-hidden">Changed fields</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.label}</th>
            <td>
              <span className={classes.side}>Before</span>
              <Value text={change.before} side={change.isSame ? undefined : "before"} />
            </td>
            <td>
              <span className={classes.side}>After</span>
              <Value text={change.after} side={change.isSame ? undefined : "after"} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text, side }: { text: string | undefined; side: "before" | "after" | undefined }) {
  if (text === undefined) return <Absent why="none" />;
  return (
    <span className={classes.value} data-side={side}>
      {text}
    </span>
  );
}
