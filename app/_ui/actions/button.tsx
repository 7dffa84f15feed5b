import type { ComponentProps, ReactNode } from "react";
import { Link } from "../page/link";
import classes from "./button.module.css";

type ButtonStyle = { variant?: "filled" | "default" | "quiet"; size?: "sm" | "md" };

type ButtonLinkProps = ButtonStyle & {
  href: string;
  /** A file to save rather than a page to open. */
  isDownload?: boolean;
  children: ReactNode;
};

/** Link in the style of a button. It needs hardly any script, so public and server-rendered pages use it. */
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

type PlainButtonProps = ComponentProps<"button"> &
  ButtonStyle & {
    /** While its action is pending. */
    isBusy?: boolean;
    /** Loads what it opens when the pointer or the focus reaches it. */
    preload?: () => Promise<unknown>;
  };

/** Button for pages where the script of Mantine's Button would be too large; looks like `ButtonLink`. */
export function PlainButton(props: PlainButtonProps) {
  const { variant = "default", size = "sm", isBusy = false, preload, ...button } = props;
  return (
    <button
      type="button"
      className={classes.button}
      data-variant={variant}
      data-size={size}
      disabled={isBusy}
      aria-busy={isBusy}
      {...(preload && preloadOnIntent(preload))}
      {...button}
    />
  );
}

/** Handlers that preload lazy code on hover and focus. A failed load is retried when the code is needed. */
export function preloadOnIntent(load: () => Promise<unknown>) {
  const run = () => void load().catch(() => {});
  return { onPointerEnter: run, onFocus: run };
}
