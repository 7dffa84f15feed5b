import "./code-colors.css";
import { type RefObject, useEffect } from "react";
import { formatNumber } from "@/app/_ui/format.ts";
import classes from "./code.module.css";
import type { Piece } from "./diff-lines";
import { Revealed } from "./revealed";
import { splitRuns, type Token } from "./text-runs";

type CodeLineProps = {
  pieces: readonly Piece[];
  tokens?: readonly Token[] | undefined;
  /** Element for changed pieces. */
  mark?: "del" | "ins";
};

/** Line of code with syntax colors, diff marks and revealed hidden characters. */
export function CodeLine({ pieces, tokens, mark: Mark }: CodeLineProps) {
  const { runs, left } = splitRuns(pieces, tokens);
  return (
    <>
      {runs.map(({ text, isChanged, kind }, index) => {
        const Tag = Mark && isChanged ? Mark : "span";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their place
          <Tag key={index} data-token={kind}>
            <Revealed text={text} />
          </Tag>
        );
      })}
      {left > 0 && <span className={classes.left}> … {formatNumber(left)} more characters</span>}
    </>
  );
}

/** Attributes of the row of a line. */
export const markLine = (isMarked: boolean) =>
  isMarked ? { "data-marked": true, "aria-current": true as const } : {};

/** Scrolls to the marked line and moves the focus to its text, which the arrow keys then scroll. */
export function revealMarkedLine(root: ParentNode | null = document): void {
  const row = root?.querySelector("[data-marked]");
  row?.closest("section")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "center" });
}

/** Reveals the marked line of a text when it is shown, and when another line is marked. */
export function useMarkedLine(frame: RefObject<HTMLElement | null>, line: number | undefined): void {
  useEffect(() => {
    if (line) revealMarkedLine(frame.current);
  }, [frame, line]);
}
