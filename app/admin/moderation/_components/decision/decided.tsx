import { ButtonLink } from "../../../../_ui/actions/button";
import { QUEUE_PATH, reviewPath } from "../../../_components/paths";
import classes from "./decision-panel.module.css";

/** The ways on from a listing that waits for nobody. */
export function Decided({ nextListingId }: { nextListingId: string | null }) {
  return (
    <>
      <p className={classes.note}>
        This version is decided; what was said about it stands below.{" "}
        {nextListingId === null && "The queue is empty."}
      </p>
      <div className={classes.ways}>
        {nextListingId && (
          <ButtonLink href={reviewPath(nextListingId)} variant="filled">
            Next in the queue
          </ButtonLink>
        )}
        <ButtonLink href={QUEUE_PATH}>Back to the queue</ButtonLink>
      </div>
    </>
  );
}
