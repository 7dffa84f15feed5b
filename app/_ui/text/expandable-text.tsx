"use client";

import { useId, useState } from "react";
import classes from "./expandable-text.module.css";
import { shortenText } from "./shorten-text";

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
