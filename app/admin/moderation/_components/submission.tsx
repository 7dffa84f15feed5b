import type { RouterOutputs } from "../../../_trpc/client";
import { KeyValueList } from "../../../_ui/data/values";
import { Section } from "../../../_ui/page/section";
import { fieldsOf } from "./fields";
import { Prose } from "./prose";

type Review = RouterOutputs["moderation"]["review"];

/** A listing that has nothing approved before it to be compared with. */
export function Submission({ review: { listing, manifests } }: { review: Review }) {
  return (
    <>
      <Section
        title="What is submitted"
        description="No version of this slug is approved, so there is nothing to compare with."
        isCard
      >
        <KeyValueList items={fieldsOf(listing, manifests.submitted)} />
      </Section>
      <Section title="Description">
        <Prose text={listing.description} />
      </Section>
    </>
  );
}
