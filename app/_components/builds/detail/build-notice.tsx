import { RelativeTime } from "@/app/_ui/data/time.tsx";
import type { FailureNotice } from "@/server/domains/builds/failures/view.ts";
import classes from "./build-queue.module.css";

/** Notice of a Super Admin on builds that failed for one reason. */
export function BuildNotice({ notice }: { notice: FailureNotice }) {
  return (
    <section className={classes.notice} data-tone="warn" aria-label="Platform notice">
      <h2 className={classes.title}>{notice.text}</h2>
      <p className={classes.text}>
        Platform notice, <RelativeTime value={notice.createdAt} />
      </p>
    </section>
  );
}
