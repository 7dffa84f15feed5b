"use client";

import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { formatCount } from "@/app/_ui/format.ts";
import classes from "./code.module.css";
import { CodeLine } from "./code-line";
import { markLine, useMarkedLine } from "./code-line.tsx";
import type { Token } from "./text-runs";

type CodeViewProps = {
  /** Accessible name of the text. */
  caption: string;
  text: string;
  tokens?: readonly (readonly Token[])[] | undefined;
  /** The line to mark and reveal. */
  line?: number | undefined;
};

const LINES_PER_PAGE = 1_000;

/** Text with line numbers and syntax highlighting. */
export function CodeView({ caption, text, tokens, line }: CodeViewProps) {
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n"), [text]);
  const [asked, setAsked] = useState(LINES_PER_PAGE);
  const shown = Math.max(asked, line ?? 0);
  const frame = useRef<HTMLElement>(null);

  useMarkedLine(frame, line);

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={frame} className={classes.frame} aria-label={caption} tabIndex={0}>
        <table className={classes.table}>
          <caption className="visually-hidden">{caption}</caption>
          <tbody>
            {lines.slice(0, shown).map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their number
              <tr key={index} {...markLine(index + 1 === line)}>
                <td className={classes.number}>{index + 1}</td>
                <td className={classes.text}>
                  <CodeLine pieces={[{ text: one, isChanged: false }]} tokens={tokens?.[index]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {lines.length > shown && (
        <p className={classes.more}>
          {formatCount(lines.length - shown, "more line")}
          <Button variant="default" size="xs" onClick={() => setAsked(shown + LINES_PER_PAGE)}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}
