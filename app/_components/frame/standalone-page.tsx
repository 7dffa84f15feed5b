import type { ReactNode } from "react";
import { Link } from "@/app/_ui/page/link.tsx";
import { Brand } from "./brand.tsx";
import cardPageClasses from "./card-page.module.css";
import classes from "./standalone-page.module.css";

type NoticeProps = {
  /** Above the title: "404". */
  code?: string;
  title: string;
  description: string;
  /** Links to other pages. */
  children?: ReactNode;
};

/** Standalone page with a message: not found, expired invitation. */
export function Notice({ code, title, description, children }: NoticeProps) {
  return (
    <NoticeFrame>
      {code && <p className={classes.code}>{code}</p>}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.description}>{description}</p>
      {children && <div className={classes.actions}>{children}</div>}
    </NoticeFrame>
  );
}

/** Frame of a standalone page: brand above, content centered. */
export function NoticeFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link href="/" className={classes.home}>
          <Brand />
        </Link>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}

type CardPageProps = {
  title: string;
  lead?: ReactNode;
  /** Below a line: the alternative. */
  foot?: ReactNode;
  children: ReactNode;
};

/** Standalone page with a form in a card: sign in, sign up, join. */
export function CardPage({ title, lead, foot, children }: CardPageProps) {
  return (
    <main className={cardPageClasses.page}>
      <div className={cardPageClasses.card}>
        <Link href="/" className={cardPageClasses.home}>
          <Brand />
        </Link>
        <h1 className={cardPageClasses.title}>{title}</h1>
        {lead && <p className={cardPageClasses.lead}>{lead}</p>}
        {children}
        {foot && <p className={cardPageClasses.foot}>{foot}</p>}
      </div>
    </main>
  );
}
