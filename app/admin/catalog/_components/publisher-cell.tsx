import type { RouterOutputs } from "../../../_trpc/client";
import { Dot } from "../../../_ui/data/status-badge";
import { Link } from "../../../_ui/page/link";
import classes from "./catalog.module.css";

type Publisher = RouterOutputs["adminCatalog"]["items"]["items"][number]["publisher"];

/** Whose it is, and the way to all that is theirs. */
export function PublisherCell({ publisher, href }: { publisher: Publisher; href: string }) {
  return (
    <span className={classes.publisher}>
      <Link href={href} scroll={false} className={classes.link}>
        {publisher.name}
      </Link>
      {publisher.isSuspended && <Dot tone="warn">Suspended</Dot>}
    </span>
  );
}
