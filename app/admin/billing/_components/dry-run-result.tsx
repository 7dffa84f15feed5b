import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { EventStateBadge } from "@/app/admin/_components/state-badges.tsx";
import classes from "./event.module.css";

type DryRun = RouterOutputs["adminBilling"]["dryRun"];

const TABLE_LABELS: Record<DryRun["changes"][number]["table"], string> = {
  subscriptions: "subscription",
  payments: "payment",
  purchases: "purchase",
};

/** Result of a dry run: the state an event would get and the rows it would change. */
export function DryRunResult({ dryRun }: { dryRun: DryRun }) {
  const { state, reason, changes } = dryRun;
  return (
    <div className={classes.rehearsal} role="status">
      <p>
        Result: <EventStateBadge state={state} />
      </p>
      {reason && <p className={classes.sentence}>{reason}</p>}
      {changes.length === 0 && <p className={classes.sentence}>No changes</p>}
      {changes.map(({ table, id, before, after }) => (
        <table key={`${table} ${id}`} className={classes.change}>
          <caption>
            {before ? (after ? "Changes a" : "Removes a") : "Adds a"} {TABLE_LABELS[table]}
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
