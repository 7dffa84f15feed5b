import { createElement, Fragment } from "react";

/** A sentence whose code stands in backticks. */
export function RichText({ text }: { text: string }) {
  const parts = text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? createElement("code", null, part.slice(1, -1)) : part));
  return createElement(Fragment, null, ...parts);
}
