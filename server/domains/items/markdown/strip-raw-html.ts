import type { Root, RootContent } from "hast";
import { SKIP, visit } from "unist-util-visit";

/** Replaces raw HTML by its text: a block by a paragraph, nothing where it has none. Tags between words only disappear. */
export function stripRawHtml(document: Root): undefined {
  visit(document, "raw", (node, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const isInline = parent.type === "element" && !BLOCKS.has(parent.tagName);
    const text = isInline ? (/^<br\b/i.test(node.value) ? " " : "") : textOfHtml(node.value);
    const nodes: RootContent[] =
      text === ""
        ? []
        : isInline
          ? [{ type: "text", value: text }]
          : [{ type: "element", tagName: "p", properties: {}, children: [{ type: "text", value: text }] }];
    parent.children.splice(index, 1, ...(nodes as typeof parent.children));
    return [SKIP, index + nodes.length];
  });
}

/** Elements that hold blocks of HTML; all others hold tags within a line. */
const BLOCKS = new Set(["blockquote", "li", "section"]);
/** Elements whose content is no text. */
const HIDDEN = /^<(script|style|template|svg)\b/i;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" };

/** Text of HTML in one line, without comments, scripts and styles. */
const textOfHtml = (html: string): string =>
  stripTags(html)
    .replaceAll(/&(#39|[a-z]{2,4});/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim();

/** HTML without tags, comments, scripts and styles. Reads each character once. */
export function stripTags(html: string): string {
  let text = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) return text + html.slice(at);
    text += `${html.slice(at, open)} `;
    at = endOfTag(html, open);
  }
  return text;
}

/** Index behind a tag, a comment or a hidden element; the end of the text if it is not closed. */
function endOfTag(html: string, open: number): number {
  const behind = (end: string, from = open) => {
    const index = html.indexOf(end, from);
    return index < 0 ? html.length : index + end.length;
  };
  if (html.startsWith("<!--", open)) return behind("-->");
  const hidden = HIDDEN.exec(html.slice(open, open + 12))?.[1];
  return hidden ? behind(">", behind(`</${hidden}`)) : behind(">");
}
