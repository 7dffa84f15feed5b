import type { Element, RootContent } from "hast";
import { headingLevel, type MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";

export interface Changelog {
  version: string;
  /** Null without a changelog. */
  source: string | null;
  /** Null until the changelog is parsed, or beyond the page's budget: it is then shown as plain text. */
  document: MarkdownDocument | null;
}

/** Part of a changelog: formatted, or the whole as plain text. */
export type MergedEntry = { version: string } & ({ document: MarkdownDocument } | { source: string });

/** Entries of several versions under one heading, newest first; the heading is null for text before any heading. */
export interface MergedPart {
  heading: string | null;
  entries: MergedEntry[];
}

/** Changelogs of several versions, newest first, merged by heading in order of first appearance. */
export function mergeChangelogs(changelogs: readonly Changelog[]): MergedPart[] {
  const parts = new Map<string, MergedPart>();
  const add = (heading: string | null, entry: MergedEntry) => {
    const key = heading?.toLowerCase() ?? "";
    const part = parts.get(key) ?? { heading, entries: [] };
    part.entries.push(entry);
    parts.set(key, part);
  };
  for (const { version, source, document } of changelogs) {
    if (document) {
      for (const section of splitByHeading(document)) {
        add(section.heading, { version, document: section.document });
      }
    } else if (source !== null) add(null, { version, source });
  }
  return [...parts.values()].sort(
    (one, other) => Number(one.heading !== null) - Number(other.heading !== null),
  );
}

/** Versions above `from`; `versions` are ordered highest first. */
export function versionsSince<T extends { version: string }>(versions: readonly T[], from: string): T[] {
  const index = versions.findIndex(({ version }) => version === from);
  return index < 0 ? [] : versions.slice(0, index);
}

/** Bound on the parts of one changelog. A changelog with more headings stays whole. */
const MAX_HEADINGS = 20;

type Section = { heading: string | null; document: MarkdownDocument };

/**
 * Sections of a document, without empty ones. Footnotes are left out, and so are ids: the list of versions on the same page
 * has both.
 */
function splitByHeading(document: MarkdownDocument): Section[] {
  const sections: { heading: string | null; children: RootContent[] }[] = [{ heading: null, children: [] }];
  const blocks = document.children.filter((node) => !isFootnotes(node)).map(withoutIds);
  for (const node of blocks) {
    if (isHeading(node)) sections.push({ heading: textOf(node).trim(), children: [] });
    else sections.at(-1)?.children.push(node);
  }
  const kept = sections.length > MAX_HEADINGS + 1 ? [{ heading: null, children: blocks }] : sections;
  return kept
    .filter(({ children }) => children.some((node) => textOf(node).trim() !== "" || hasImage(node)))
    .map(({ heading, children }) => ({ heading, document: { type: "root", children } }));
}

const isHeading = (node: RootContent): node is Element => node.type === "element" && headingLevel(node) > 0;

const isFootnotes = (node: RootContent): boolean =>
  node.type === "element" && node.tagName === "section" && "dataFootnotes" in node.properties;

const hasImage = (node: RootContent): boolean =>
  node.type === "element" && (node.tagName === "img" || node.children.some(hasImage));

function textOf(node: RootContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(textOf).join("") : "";
}

function withoutIds<T extends RootContent>(node: T): T {
  if (node.type !== "element") return node;
  const { id: _id, ...properties } = node.properties;
  return { ...node, properties, children: node.children.map(withoutIds) };
}
