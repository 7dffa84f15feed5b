import type { Element } from "hast";

/** Kinds of alerts in GitHub's Markdown. */
const KINDS = ["Note", "Tip", "Important", "Warning", "Caution"] as const;
const MARK = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/**
 * Alert for a quote that begins with `[!NOTE]` or another kind in a line of its own: the class `alert`, the kind, and its name
 * as the first paragraph. Any other element is returned as it is.
 */
export function toAlert(quote: Element): Element {
  if (quote.tagName !== "blockquote") return quote;
  const at = quote.children.findIndex((child) => child.type === "element");
  const first = quote.children[at];
  if (first?.type !== "element" || first.tagName !== "p") return quote;
  const [text, ...others] = first.children;
  const [mark, name = ""] = (text?.type === "text" && MARK.exec(text.value)) || [];
  const kind = KINDS.find((one) => one.toLowerCase() === name.toLowerCase());
  // GitHub shows an alert only if nothing but the mark is in its line.
  if (!kind || mark === undefined || text?.type !== "text") return quote;
  if (text.value.length === mark.length && others.length > 0 && !mark.endsWith("\n")) return quote;
  const rest = text.value.slice(mark.length);
  const remaining = [...(rest === "" ? [] : [{ ...text, value: rest }]), ...others];
  const title: Element = {
    type: "element",
    tagName: "p",
    properties: { className: ["alert-title"] },
    children: [{ type: "text", value: kind }],
  };
  return {
    ...quote,
    properties: { className: ["alert"], "data-kind": kind.toLowerCase() },
    children: [
      title,
      ...(remaining.length > 0 ? [{ ...first, children: remaining }] : []),
      ...quote.children.slice(at + 1),
    ],
  };
}
