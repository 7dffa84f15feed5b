import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Absent, KeyValueList } from "@/app/_ui/data/values.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { REFERENCE_FIELD } from "@/shared/vocabulary.ts";
import classes from "./changes.module.css";
import { DiffView } from "./diff/diff-view";
import proseClasses from "./prose.module.css";

type Review = RouterOutputs["adminModeration"]["review"];
type ChangesProps = {
  approved: Review["listing"];
  submitted: Review["listing"];
  manifests: Review["manifests"];
};

/** Changes of the submitted version compared with the approved one, field by field. */
export function Changes({ approved, submitted, manifests }: ChangesProps) {
  const titles = [`${approved.version}, approved`, `${submitted.version}, submitted`] as const;
  const isRenamed = approved.name !== submitted.name;
  return (
    <>
      <Section id="changes" title={`Changes since ${approved.version}`}>
        <FieldTable
          titles={titles}
          before={[...nameIf(isRenamed, approved), ...toFields(approved, manifests.approved)]}
          after={[...nameIf(isRenamed, submitted), ...toFields(submitted, manifests.submitted)]}
        />
      </Section>
      <DescriptionChanges titles={titles} before={approved.description} after={submitted.description} />
    </>
  );
}

/** Fields of a listing without an approved version to compare with. */
export function Submission({ review: { listing, manifests } }: { review: Review }) {
  return (
    <>
      <Section id="changes" title="Details" description="First version of this slug" isCard>
        <KeyValueList items={toFields(listing, manifests.submitted)} />
      </Section>
      <Section id="description" title="Description">
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

type DescriptionChangesProps = { titles: readonly [string, string]; before: string; after: string };

function DescriptionChanges({ titles, before, after }: DescriptionChangesProps) {
  if (before === after) {
    return (
      <Section id="description" title="Description" description="Unchanged">
        <Prose text={after} />
      </Section>
    );
  }
  return (
    <Section id="description" title="Description">
      <DiffView
        caption="Description changes"
        before={{ title: titles[0], text: before }}
        after={{ title: titles[1], text: after }}
      />
    </Section>
  );
}

/** The name, where it changes; the title of the page has it otherwise. */
const nameIf = (isListed: boolean, { name }: Review["listing"]) =>
  isListed ? [{ label: "Name", value: name }] : [];

/** One-line fields of a listing and its manifest, in the order of a review; the title of the page has name and version. */
function toFields(
  listing: Review["listing"],
  manifest: Review["manifests"]["submitted"],
): { label: string; value: string | null }[] {
  const { type, name, archiveSha256 } = listing;
  return [
    { label: `${describeListingType(type)} ID`, value: listing[REFERENCE_FIELD[type]] },
    ...(type === "THEME" ? [] : [{ label: "Archive SHA-256", value: archiveSha256 }]),
    ...(manifest
      ? [
          {
            label: "Entry",
            value: manifest.source ? `${manifest.entry}, bundled from ${manifest.source}` : manifest.entry,
          },
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
