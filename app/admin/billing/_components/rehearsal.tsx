import type { RouterOutputs } from "../../../_trpc/client";
import classes from "./event.module.css";
import { EventState } from "./event-words";

type Outcome = RouterOutputs["adminBilling"]["dryRun"];

const tableNames: Record<Outcome["changes"][number]["table"], string> = {
  subscriptions: "subscription",
  payments: "payment",
  purchases: "purchase",
};

/** What processing would end in and which rows it would change; nothing of it was kept. */
export function Rehearsal({ outcome }: { outcome: Outcome }) {
  const { state, reason, changes } = outcome;
  return (
    <div className={classes.rehearsal} role="status">
      <p>
        It would become <EventState state={state} />
      </p>
      {reason && <p className={classes.sentence}>{reason}</p>}
      {changes.length === 0 && <p className={classes.sentence}>No row would change.</p>}
      {changes.map(({ table, id, before, after }) => (
        <table key={`${table} ${id}`} className={classes.change}>
          <caption>
            {before ? (after ? "Changes a" : "Removes a") : "Adds a"} {tableNames[table]}
          </caption>
          <tbody>
            {Object.keys({ ...before, ...after })
              .filter((name) => name !== "id")
              .map((name) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {before && <td>{shown(before[name])}</td>}
                  <td>{shown(after?.[name])}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

const shown = (value: unknown): string => (value === null || value === undefined ? "–" : String(value));
