import { REFERENCE_FIELD } from "@/server/listings/policy.ts";
import type { RouterOutputs } from "../../../_trpc/client";
import { describeListingType } from "../../../_ui/data/listing-type";
import { Absent, KeyValueList } from "../../../_ui/data/values";
import { Section } from "../../../_ui/page/section";
import classes from "./changes.module.css";
import { DiffView } from "./diff/diff-view";
import proseClasses from "./prose.module.css";

type Review = RouterOutputs["moderation"]["review"];
type ChangesProps = {
  approved: Review["listing"];
  submitted: Review["listing"];
  manifests: Review["manifests"];
};

/** Changes of the submitted version compared with the approved one, field by field. */
export function Changes({ approved, submitted, manifests }: ChangesProps) {
  const titles = [`${approved.version}, approved`, `${submitted.version}, submitted`] as const;
  return (
    <>
      <Section title={`Changes since ${approved.version}`}>
        <FieldTable
          titles={titles}
          before={toFields(approved, manifests.approved)}
          after={toFields(submitted, manifests.submitted)}
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

/** Fields of a listing without an approved version to compare with. */
export function Submission({ review: { listing, manifests } }: { review: Review }) {
  return (
    <>
      <Section title="Submission" description="First version of this slug" isCard>
        <KeyValueList items={toFields(listing, manifests.submitted)} />
      </Section>
      <Section title="Description">
        <Prose text={listing.description} />
      </Section>
    </>
  );
}

type FieldTableProps = {
  titles: readonly [string, string];
  before: ReturnType<typeof toFields>;
  after: ReturnType<typeof toFields>;
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
        caption={`${title} changes`}
        before={{ title: titles[0], text: before }}
        after={{ title: titles[1], text: after }}
      />
    </Section>
  );
}

/** One-line fields of a listing and its manifest, in the order of a review. */
function toFields(
  listing: Review["listing"],
  manifest: Review["manifests"]["submitted"],
): { label: string; value: string | null }[] {
  const { type, name, version, archiveSha256 } = listing;
  return [
    { label: "Name", value: name },
    { label: "Version", value: version },
    { label: `${describeListingType(type)} id`, value: listing[REFERENCE_FIELD[type]] },
    ...(type === "THEME" ? [] : [{ label: "Archive SHA-256", value: archiveSha256 }]),
    ...(manifest
      ? [
          { label: "Entry", value: manifest.entry },
          { label: "License", value: manifest.license ?? null },
          { label: "Homepage", value: manifest.homepage ?? null },
          { label: "Repository", value: manifest.repository ?? null },
          { label: "Issues", value: manifest.bugs ?? null },
          { label: "Categories", value: manifest.categories?.join(", ") ?? null },
          { label: "Keywords", value: manifest.keywords?.join(", ") ?? null },
          { label: "Min. platform version", value: manifest.minPlatformVersion ?? null },
          ...nameInManifest(name, manifest.name),
        ]
      : []),
  ];
}

/** Listed only where the manifest has another name than the listing. */
function nameInManifest(name: string, inManifest: string) {
  return name === inManifest ? [] : [{ label: "Manifest name", value: inManifest }];
}

/** User-supplied plain text with its line breaks. */
function Prose({ text }: { text: string }) {
  if (text === "") return <p className={proseClasses.none}>None</p>;
  return <p className={proseClasses.text}>{text}</p>;
}
