import type { ReactNode } from "react";
import classes from "./button-link.module.css";

type PlainButtonProps = {
  onClick: () => void;
  variant?: "filled" | "default" | "quiet";
  children: ReactNode;
};

/** ButtonLink's twin for what happens on the page, where Mantine's Button would be too much script to load. */
export function PlainButton({ onClick, variant = "default", children }: PlainButtonProps) {
  return (
    <button type="button" className={classes.button} data-variant={variant} data-size="sm" onClick={onClick}>
      {children}
    </button>
  );
}
