import type { Element, RootContent } from "hast";
import { headingLevel, type MarkdownDocument, textOf } from "@/server/domains/items/markdown/policy.ts";
import { summarize } from "../policy.ts";

/**
 * README without what the item's page shows above it: a first heading that is the item's name, and a first paragraph that is
 * its description or summary.
 */
export function trimReadme(
  documents: readonly MarkdownDocument[],
  { name, description }: { name: string; description: string },
): MarkdownDocument[] {
  const [first, ...others] = documents;
  if (!first) return [];
  let blocks = withoutFirst(first.children, (block) => headingLevel(block) === 1 && isSameText(block, name));
  blocks = withoutFirst(
    blocks,
    (block) =>
      block.tagName === "p" && [description, summarize(description)].some((text) => isSameText(block, text)),
  );
  const isEmpty = !blocks.some((block) => block.type === "element");
  return isEmpty ? others : [{ ...first, children: blocks }, ...others];
}

function withoutFirst(blocks: RootContent[], isShown: (block: Element) => boolean): RootContent[] {
  const index = blocks.findIndex(({ type }) => type === "element");
  const block = blocks[index];
  return block?.type === "element" && isShown(block) ? blocks.slice(index + 1) : blocks;
}

const isSameText = (block: Element, text: string): boolean => normalize(textOf(block)) === normalize(text);

const normalize = (text: string): string => text.replaceAll(/\s+/g, " ").trim().toLowerCase();
