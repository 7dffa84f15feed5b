import type { ReactNode } from "react";
import { Link } from "../page/link";
import classes from "./button.module.css";

type ButtonLinkProps = {
  href: string;
  variant?: "filled" | "default" | "quiet";
  size?: "sm" | "md";
  /** A file to save rather than a page to go to. */
  isDownload?: boolean;
  children: ReactNode;
};

/** A link that looks like a button. It costs hardly any script, so public and server-rendered pages use it. */
export function ButtonLink(props: ButtonLinkProps) {
  const { href, variant = "default", size = "sm", isDownload = false, children } = props;
  const attributes = { href, className: classes.button, "data-variant": variant, "data-size": size };
  if (isDownload) {
    return (
      <a {...attributes} download>
        {children}
      </a>
    );
  }
  return <Link {...attributes}>{children}</Link>;
}
