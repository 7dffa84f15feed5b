import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { reviewPath } from "@/app/_paths/admin.ts";
import { formatCount } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import classes from "./bulk.module.css";
import type { BulkDecision } from "./bulk-bar";
import { useBulkUndo } from "./use-bulk-undo";

const DONE = { approve: "approved", reject: "rejected" } as const;

/** Result of a bulk decision: the number of decided listings, and the error of every other. */
export function BulkResult({ decided, onClose }: { decided: BulkDecision; onClose: () => void }) {
  const { action, listings, outcomes } = decided;
  const undo = useBulkUndo(decided, onClose);
  const failed = outcomes.flatMap(({ listingId, problem }) => {
    const listing = listings.find(({ id }) => id === listingId);
    return problem && listing ? [{ listing, problem }] : [];
  });
  const done = outcomes.length - failed.length;
  return (
    <section className={classes.result} aria-label="Results" role="status">
      <p className={classes.line} data-tone="ok">
        <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
        <span>
          {formatCount(done, "listing")} {DONE[action]}.
        </span>
      </p>
      {failed.length > 0 && (
        <>
          <p className={classes.line} data-tone="bad">
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
            <span>{formatCount(failed.length, "listing")} not decided, still selected:</span>
          </p>
          <ul className={classes.failures}>
            {failed.map(({ listing, problem }) => (
              <li key={listing.id}>
                <Link href={reviewPath(listing.id)}>
                  <bdi>{listing.name}</bdi> {listing.version}
                </Link>
                : {problem.message}
              </li>
            ))}
          </ul>
        </>
      )}
      {undo.problem && (
        <p role="alert" className={classes.line} data-tone="bad">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          <span>{undo.problem}</span>
        </p>
      )}
      <div className={classes.resultActions}>
        {undo.isPossible && (
          <Button size="xs" variant="default" loading={undo.isBusy} onClick={undo.run}>
            Undo
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onClose}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
