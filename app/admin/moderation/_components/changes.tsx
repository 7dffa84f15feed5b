import type { RouterOutputs } from "../../../_trpc/client";
import { Absent } from "../../../_ui/data/values";
import { Section } from "../../../_ui/page/section";
import classes from "./changes.module.css";
import { DiffView } from "./diff/diff-view";
import { fieldsOf } from "./fields";
import { Prose } from "./prose";

type Review = RouterOutputs["moderation"]["review"];
type ChangesProps = {
  approved: Review["listing"];
  submitted: Review["listing"];
  manifests: Review["manifests"];
};

/** What the submitted version changes of the approved one, field by field. */
export function Changes({ approved, submitted, manifests }: ChangesProps) {
  const titles = [`${approved.version}, approved`, `${submitted.version}, submitted`] as const;
  return (
    <>
      <Section
        title={`What changed since ${approved.version}`}
        description="The newest approved version beside the submitted one."
      >
        <FieldTable
          titles={titles}
          before={fieldsOf(approved, manifests.approved)}
          after={fieldsOf(submitted, manifests.submitted)}
        />
      </Section>
      <TextChanges
        title="Description"
        titles={titles}
        before={approved.description}
        after={submitted.description}
      />
      <TextChanges
        title="Changelog"
        titles={titles}
        before={approved.changelog ?? ""}
        after={submitted.changelog ?? ""}
      />
    </>
  );
}

type FieldTableProps = {
  titles: readonly [string, string];
  before: ReturnType<typeof fieldsOf>;
  after: ReturnType<typeof fieldsOf>;
};

function FieldTable({ titles, before, after }: FieldTableProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.fields}>
        <caption className="visually-hidden">Changed fields</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{titles[0]}</th>
            <th scope="col">{titles[1]}</th>
          </tr>
        </thead>
        <tbody>
          {after.map(({ label, value }) => {
            const old = before.find((field) => field.label === label)?.value ?? null;
            const isChanged = old !== value;
            return (
              <tr key={label} data-changed={isChanged || undefined}>
                <th scope="row">{label}</th>
                <td data-title={titles[0]}>{old ?? <Absent />}</td>
                <td data-title={titles[1]}>
                  {isChanged ? <strong>{value ?? <Absent />}</strong> : <Unchanged />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const Unchanged = () => <span className={classes.unchanged}>unchanged</span>;

type TextChangesProps = { title: string; titles: readonly [string, string]; before: string; after: string };

function TextChanges({ title, titles, before, after }: TextChangesProps) {
  if (before === after) {
    return (
      <Section title={title} description="Unchanged">
        <Prose text={after} />
      </Section>
    );
  }
  return (
    <Section title={title}>
      <DiffView
        caption={`Changes of the ${title.toLowerCase()}`}
        before={{ title: titles[0], text: before }}
        after={{ title: titles[1], text: after }}
      />
    </Section>
  );
}
