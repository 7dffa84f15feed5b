import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DocsNav } from "./_components/docs-nav";
import classes from "./layout.module.css";

export const metadata: Metadata = { title: { default: "Docs", template: "%s · Docs · Drydock" } };

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.docs}>
      <DocsNav />
      <div className={classes.content}>{children}</div>
    </div>
  );
}
