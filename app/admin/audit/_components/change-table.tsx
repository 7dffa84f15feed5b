import { Absent } from "../../../_ui/data/values";
import detail from "../../_components/detail.module.css";
import classes from "./audit.module.css";
import { changesOf } from "./changes";

type Fields = Record<string, unknown> | null;

/** What was beside what is, field by field; what stayed the same is not coloured. */
export function ChangeTable({ before, after }: { before: Fields; after: Fields }) {
  const changes = changesOf(before, after);
  if (changes.length === 0) {
    return <p className={detail.sentence}>The action itself is all there is to tell; it changed no field.</p>;
  }
  return (
    <table className={classes.diff}>
      <caption className="visually-hidden">Fields before and after</caption>
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
            <th scope="row">{change.field}</th>
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
  if (text === undefined) return <Absent why="not there" />;
  return (
    <span className={classes.value} data-side={side}>
      {text}
    </span>
  );
}
