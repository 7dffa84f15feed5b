import type { ReactNode } from "react";
import { Link } from "./link";
import linkCardClasses from "./link-card.module.css";
import classes from "./section.module.css";
import statGridClasses from "./stat-grid.module.css";

type SectionProps = {
  /** Target of links within the page. */
  id?: string;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Wraps the content in a bordered card; tables have their own frame. */
  isCard?: boolean;
  children: ReactNode;
};

/** A titled part of a page. */
export function Section({ id, title, description, actions, isCard = false, children }: SectionProps) {
  return (
    <section id={id} className={classes.section}>
      <header className={classes.header}>
        <div>
          <h2 className={classes.title}>{title}</h2>
          {description && <p className={classes.description}>{description}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {isCard ? <div className={classes.card}>{children}</div> : children}
    </section>
  );
}

/** Metric with its label and an optional comparison. */
export function Stat({ label, value, detail }: { label: string; value: ReactNode; detail?: ReactNode }) {
  return (
    <div className={classes.stat}>
      <dt className={classes.statLabel}>{label}</dt>
      <dd className={classes.statValue}>{value}</dd>
      {detail && <dd className={classes.statDetail}>{detail}</dd>}
    </div>
  );
}

/** Stats side by side, as many as fit. */
export function StatGrid({ children }: { children: ReactNode }) {
  return <dl className={statGridClasses.grid}>{children}</dl>;
}

/** A card that leads, wherever it is clicked, to where its title leads. */
export function LinkCard({ children }: { children: ReactNode }) {
  return <article className={linkCardClasses.card}>{children}</article>;
}

type LinkCardTitleProps = { href: string; level?: 2 | 3; children: ReactNode };

export function LinkCardTitle({ href, level = 2, children }: LinkCardTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <Heading className={linkCardClasses.title}>
      <Link href={href} className={linkCardClasses.link}>
        {children}
      </Link>
    </Heading>
  );
}
