import type { RouterOutputs } from "../../../_trpc/client";
import { KeyValueList } from "../../../_ui/data/key-value-list";
import { Section } from "../../../_ui/page/section";
import { fieldsOf } from "./fields";
import { Prose } from "./prose";

type Listing = RouterOutputs["moderation"]["review"]["listing"];

/** A listing that has nothing approved before it to be compared with. */
export function Submission({ listing }: { listing: Listing }) {
  return (
    <>
      <Section
        title="What is submitted"
        description="No version of this slug is approved, so there is nothing to compare with."
        isCard
      >
        <KeyValueList items={fieldsOf(listing)} />
      </Section>
      <Section title="Description">
        <Prose text={listing.description} />
      </Section>
    </>
  );
}
