import type { ComponentProps } from "react";
import classes from "./button.module.css";

type PlainButtonProps = ComponentProps<"button"> & {
  variant?: "filled" | "default" | "quiet";
  size?: "sm" | "md";
  /** While it does what it was pressed for. */
  isBusy?: boolean;
  /** Loads what it opens when the pointer or the focus reaches it. */
  prepare?: () => Promise<unknown>;
};

/** ButtonLink's twin for what happens on the page, where Mantine's Button would be too much script to load. */
export function PlainButton(props: PlainButtonProps) {
  const { variant = "default", size = "sm", isBusy = false, prepare, ...button } = props;
  return (
    <button
      type="button"
      className={classes.button}
      data-variant={variant}
      data-size={size}
      disabled={isBusy}
      aria-busy={isBusy}
      {...(prepare && hintsOf(prepare))}
      {...button}
    />
  );
}

/** The hints that something is about to be opened. What could not be loaded then is tried again when it opens. */
export function hintsOf(prepare: () => Promise<unknown>) {
  const run = () => void prepare().catch(() => {});
  return { onPointerEnter: run, onFocus: run };
}
