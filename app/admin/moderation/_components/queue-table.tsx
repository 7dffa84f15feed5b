"use client";

import { useRouter } from "next/navigation";
import { trpc } from "../../../_trpc/client";
import { DataTable } from "../../../_ui/data/data-table";
import { formatCount } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/page/pager";
import { reviewPath } from "../../_components/paths";
import { queueColumns } from "./queue-columns";
import { NoMatchInQueue, QueueIsEmpty } from "./queue-empty";
import { type QueueView, queueHref, queueInput } from "./queue-view";

/** Others publish and decide while the page is open. */
const REFRESH_MS = 30_000;

export function QueueTable({ view }: { view: QueueView }) {
  const router = useRouter();
  const [{ listings, nextCursor, pending }] = trpc.moderation.queue.useSuspenseQuery(queueInput(view), {
    refetchInterval: REFRESH_MS,
  });
  const activeKey = useRowCursor(
    listings.map((listing) => listing.id),
    (id) => router.push(reviewPath(id)),
  );
  return (
    <DataTable
      caption="Listings that wait for a decision, the oldest first"
      columns={queueColumns}
      rows={listings}
      rowKey={(listing) => listing.id}
      rowHref={(listing) => reviewPath(listing.id)}
      {...(activeKey && { activeKey })}
      empty={pending > 0 ? <NoMatchInQueue /> : <QueueIsEmpty />}
      footer={
        <Pager
          summary={`${formatCount(pending, "listing")} waiting`}
          newerLabel="Oldest"
          newerHref={view.cursor && queueHref({ ...view, cursor: undefined })}
          olderLabel="Later"
          olderHref={nextCursor ? queueHref({ ...view, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}
