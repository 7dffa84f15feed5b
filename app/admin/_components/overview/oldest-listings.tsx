import { api } from "../../../_trpc/server";
import { ButtonLink } from "../../../_ui/actions/button";
import { DataTable } from "../../../_ui/data/data-table";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { Section } from "../../../_ui/page/section";
import { queueColumns } from "../../moderation/_components/queue/queue-columns";
import { QUEUE_PATH, reviewPath } from "../paths";

const SHOWN = 5;

export async function OldestListings() {
  const { listings } = await api.moderation.queue({ limit: SHOWN });
  return (
    <Section title="Waiting longest for a review" actions={<ButtonLink href={QUEUE_PATH}>All</ButtonLink>}>
      <DataTable
        caption="Listings that wait longest for a decision"
        columns={queueColumns}
        rows={listings}
        rowKey={(listing) => listing.id}
        rowHref={(listing) => reviewPath(listing.id)}
        empty={
          <EmptyState
            title="The queue is empty"
            description="Every listing has its decision. New submissions appear here, the oldest first."
          />
        }
      />
    </Section>
  );
}
