import { ButtonLink } from "../actions/button";
import classes from "./pager.module.css";

type PagerProps = {
  newerHref?: string | undefined;
  olderHref?: string | undefined;
  summary?: string;
  /** Number of rows of a list that is not counted; shown where the page holds all of them. */
  count?: string;
  /** The default is for lists without a position: the link leads to the first page. */
  newerLabel?: string;
  olderLabel?: string;
};

/** Cursor pagination. There are no page numbers, because lists grow while they are read. */
export function Pager(props: PagerProps) {
  const { newerHref, olderHref, count, newerLabel = "Newest", olderLabel = "Older" } = props;
  const { summary = newerHref || olderHref ? undefined : count } = props;
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <span>{summary}</span>
      {(newerHref || olderHref) && (
        <span className={classes.steps}>
          <Step href={newerHref} label={newerLabel} />
          <Step href={olderHref} label={olderLabel} />
        </span>
      )}
    </nav>
  );
}

/** Links of a list whose URL holds its filters and cursor; the first leads to the first page. */
export const pagesOf = <View extends { cursor?: string | undefined }>(
  view: View,
  nextCursor: string | null,
  hrefOf: (view: View) => string,
) => ({
  newerHref: view.cursor && hrefOf({ ...view, cursor: undefined }),
  olderHref: nextCursor ? hrefOf({ ...view, cursor: nextCursor }) : undefined,
});

function Step({ href, label }: { href: string | undefined; label: string }) {
  if (!href) return <span className={classes.off}>{label}</span>;
  return (
    <ButtonLink href={href} variant="quiet">
      {label}
    </ButtonLink>
  );
}
