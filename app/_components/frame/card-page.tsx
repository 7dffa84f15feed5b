import type { ReactNode } from "react";
import { Link } from "@/app/_ui/page/link.tsx";
import { Brand } from "./brand.tsx";
import classes from "./card-page.module.css";

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
    <main className={classes.page}>
      <div className={classes.card}>
        <Link href="/" className={classes.home}>
          <Brand />
        </Link>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
        {foot && <p className={classes.foot}>{foot}</p>}
      </div>
    </main>
  );
}
