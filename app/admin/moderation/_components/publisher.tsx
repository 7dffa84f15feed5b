import { IconAlertTriangle } from "@tabler/icons-react";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";

type Review = RouterOutputs["adminModeration"]["review"];

/** Publisher and submitter of a listing, with the publisher's history. */
export function Publisher({ review: { listing, publisher, submittedBy } }: { review: Review }) {
  const { submissions } = publisher;
  return (
    <Section title="Submission">
      {publisher.isSuspended && (
        <Callout icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}>
          <p>Publisher suspended</p>
        </Callout>
      )}
      <KeyValueList
        items={[
          {
            label: "Publisher",
            value: (
              <>
                {publisher.name}
                <br />
                <code>{publisher.slug}</code> · joined <RelativeTime value={publisher.since} />
              </>
            ),
          },
          {
            label: "Publisher history",
            value: `${formatNumber(submissions.APPROVED)} approved, ${formatNumber(submissions.REJECTED)} rejected, ${formatNumber(submissions.SUSPENDED)} suspended, ${formatNumber(submissions.PENDING_APPROVAL)} pending`,
          },
          {
            label: "Submitted by",
            value: submittedBy && (
              <>
                {submittedBy.name}
                <br />
                <a href={`mailto:${submittedBy.email}`}>{submittedBy.email}</a>
              </>
            ),
          },
          { label: "Submitted", value: <RelativeTime value={listing.submittedAt} /> },
          { label: "Listing ID", value: <CopyableId id={listing.id} label="listing ID" /> },
        ]}
      />
    </Section>
  );
}
