import { Fragment, type ReactNode } from "react";
import { Link } from "./link";
import classes from "./page-header.module.css";

export type Breadcrumb = { label: string; href: string };

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  /** The path of parent pages, without the page itself. */
  breadcrumbs?: Breadcrumb[];
  /** Beside the title: a status or a version. */
  badge?: ReactNode;
  /** Before title and description. */
  icon?: ReactNode;
  actions?: ReactNode;
};

export function PageHeader({ title, description, breadcrumbs = [], badge, icon, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      {breadcrumbs.length > 0 && <Breadcrumbs items={breadcrumbs} />}
      <div className={classes.row}>
        <div className={classes.text}>
          {icon}
          <div>
            <div className={classes.titleRow}>
              <h1 className={classes.title}>
                <Breakable text={title} />
              </h1>
              {badge && <span className={classes.badge}>{badge}</span>}
            </div>
            {description && <p className={classes.description}>{description}</p>}
          </div>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}

function Breadcrumbs({ items }: { items: Breadcrumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.breadcrumbs}>
        {items.map((item) => (
          <li key={item.href}>
            <Link href={item.href}>{item.label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Between the parts of `PAYMENT.CAPTURE.COMPLETED` and `invoice.payment_failed`, not inside versions. */
const IDENTIFIER_PARTS = /(?<=\p{L}[._])(?=\p{L})/u;

/** Long word that wraps between its parts. @param at empty matches where a line may end */
export function Breakable({ text, at = IDENTIFIER_PARTS }: { text: string; at?: RegExp }) {
  return text.split(at).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat and never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
