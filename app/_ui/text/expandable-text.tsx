"use client";

import { useId, useState } from "react";
import { truncate } from "@/shared/text/truncate.ts";
import classes from "./expandable-text.module.css";

/** Text of a user. A long one is shortened, with a button for all of it. */
export function ExpandableText({ text }: { text: string }) {
  const id = useId();
  const [isExpanded, setIsExpanded] = useState(false);
  const short = shortenText(text);
  if (short === text) return <span className={classes.text}>{text}</span>;
  return (
    <>
      <span id={id} className={classes.text}>
        {isExpanded ? text : short}
      </span>{" "}
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isExpanded}
        aria-controls={id}
        onClick={() => setIsExpanded(!isExpanded)}
      >
        {isExpanded ? "Show less" : "Show more"}
      </button>
    </>
  );
}

const MAX_SHORT_LENGTH = 400;
const MAX_SHORT_LINES = 6;

/** Excerpt of a text: up to six lines and 400 code points. Cutting the text instead of its box avoids layout shift. */
export function shortenText(text: string): string {
  const lines = text.split("\n", MAX_SHORT_LINES + 1);
  const first = lines.slice(0, MAX_SHORT_LINES).join("\n");
  return truncate(lines.length > MAX_SHORT_LINES ? `${first.trimEnd()}…` : first, MAX_SHORT_LENGTH);
}
