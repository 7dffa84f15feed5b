"use client";

import { type MouseEvent, memo } from "react";
import { markSpans } from "./log-search";
import classes from "./log-viewer.module.css";
import type { LogLine } from "./parse-log";

type LogRowProps = {
  line: LogLine;
  number: number;
  /** Fragment of the link to the line. */
  hash: string;
  pattern: RegExp | undefined;
  isChosen: boolean;
  isCurrentMatch: boolean;
  onPick: (line: number, isRange: boolean) => void;
};

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { line, number, hash, pattern, isChosen, isCurrentMatch, onPick } = props;

  function pick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.button !== 0) return;
    event.preventDefault();
    onPick(number, event.shiftKey);
  }

  return (
    <div
      className={classes.line}
      data-line={number}
      data-chosen={isChosen || undefined}
      data-current={isCurrentMatch || undefined}
    >
      {/* Out of the tab order: a log has more lines than anybody wants to step through. */}
      <a href={hash} className={classes.number} tabIndex={-1} onClick={pick}>
        {number}
      </a>
      <span className={classes.text}>
        {markSpans(line, pattern).map((span, index) => {
          const Element = span.isMatch ? "mark" : "span";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a line have no other identity
            <Element key={index} className={toClassName(span.look)}>
              {span.text}
            </Element>
          );
        })}
      </span>
    </div>
  );
});

function toClassName(look: string): string | undefined {
  return look === ""
    ? undefined
    : look
        .split(" ")
        .map((name) => classes[name])
        .join(" ");
}
