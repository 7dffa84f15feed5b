import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { type DocsPage, findNeighbors } from "@/app/_paths/docs.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import classes from "./neighbors.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true };

/** Links to the previous and the next page in reading order. */
export function Neighbors({ pages, path }: { pages: readonly DocsPage[]; path: string }) {
  const { previous, next } = findNeighbors(pages, path);
  if (!previous && !next) return null;
  return (
    <nav aria-label="Previous and next page" className={classes.neighbors}>
      {previous && (
        <Link href={previous.path} className={classes.link} rel="prev">
          <span className={classes.direction}>
            <IconArrowLeft {...icon} /> Previous
          </span>
          {previous.title}
        </Link>
      )}
      {next && (
        <Link href={next.path} className={classes.link} rel="next" data-end="">
          <span className={classes.direction}>
            Next <IconArrowRight {...icon} />
          </span>
          {next.title}
        </Link>
      )}
    </nav>
  );
}
