"use client";

import { Button } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "../../../../_ui/format";
import classes from "./code.module.css";
import { CodeLine } from "./code-line";
import type { Token } from "./text-runs";

type CodeViewProps = {
  /** Accessible name of the text. */
  caption: string;
  text: string;
  tokens?: readonly (readonly Token[])[] | undefined;
  /** The line to scroll to. */
  line?: number | undefined;
};

const LINES_PER_PAGE = 1_000;

/** Text with line numbers and syntax highlighting. */
export function CodeView({ caption, text, tokens, line }: CodeViewProps) {
  const lines = useMemo(() => text.replace(/\n$/, "").split("\n"), [text]);
  const [shown, setShown] = useState(Math.max(LINES_PER_PAGE, line ?? 0));
  const frame = useRef<HTMLElement>(null);

  useEffect(() => {
    if (line) frame.current?.querySelector("[data-marked]")?.scrollIntoView({ block: "center" });
  }, [line]);

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={frame} className={classes.frame} aria-label={caption} tabIndex={0}>
        <table className={classes.table}>
          <caption className="visually-hidden">{caption}</caption>
          <tbody>
            {lines.slice(0, shown).map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their number
              <tr key={index} data-marked={index + 1 === line || undefined}>
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
          <Button variant="default" size="xs" onClick={() => setShown(shown + LINES_PER_PAGE)}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}
