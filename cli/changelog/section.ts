import { visit } from "unist-util-visit";
import {
  type Block,
  isSameRelease,
  listReleases,
  parseBlocks,
  parseMarkdown,
  pickRelease,
  type Release,
  type Root,
} from "./outline.ts";
import { withoutBuild } from "./version-title.ts";

type Definition = Extract<Block, { type: "definition" | "footnoteDefinition" }>;

/**
 * Section of a version in a changelog: the Markdown between its heading and the next heading of a version at any level,
 * and the definitions of links, pictures and footnotes that it uses.
 * @param names of the package; in the changelog of several, its own section is found
 * @returns null without a heading of the version, or with nothing below it
 */
export function findSection(markdown: string, version: string, names: readonly string[] = []): string | null {
  const document = markdown.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const outline = parseBlocks(document);
  const releases = listReleases(document, outline, names);
  const first = pickRelease(releases, withoutBuild(version), names);
  if (!first) return null;
  const start = skipRepeatedTitles(first, releases, outline);
  // A deeper heading may repeat the version: "What is new in 1.2.1".
  const end = releases.find(({ index, title }) => index > start.index && !isSameRelease(title, start.title));
  // The comment ends a footnote, which would continue in an indented block.
  const definitions = `${listSources(document, listDefinitions(outline)).join("\n\n")}\n\n<!---->\n\n`;
  // Only this part is fully parsed, after the definitions to which it may refer.
  const text =
    definitions + sliceBetween(document, outline.children[start.index], outline.children[end?.index ?? -1]);
  const root = parseMarkdown(text);
  const isOfSection = ({ position }: Block) => (position?.start.offset ?? 0) >= definitions.length;
  const blocks = root.children.filter((block) => isOfSection(block) && !isDefinition(block));
  while (blocks.length > 0 && isSeparator(blocks.at(-1))) blocks.pop();
  const used = listSources(text, findUsed(listDefinitions(root), blocks));
  return [...listPassages(text, root, blocks), ...used].join("\n\n") || null;
}

/** Last of several titles of one release without text between them: two tools may each have written one. */
function skipRepeatedTitles(release: Release, releases: Release[], outline: Root): Release {
  const { children } = outline;
  const depthOf = (block: Block | undefined) => (block?.type === "heading" ? block.depth : null);
  const next = releases.find(({ index }) => index === release.index + 1);
  const isRepeated =
    next &&
    isSameRelease(next.title, release.title) &&
    depthOf(children[next.index]) === depthOf(children[release.index]);
  return isRepeated ? skipRepeatedTitles(next, releases, outline) : release;
}

/** Source between the end of one block and the line of another, or the end. */
function sliceBetween(text: string, first: Block | undefined, last: Block | undefined): string {
  const end = last?.position?.start.offset;
  const lineStart = end === undefined ? text.length : text.lastIndexOf("\n", end) + 1;
  return text.slice(first?.position?.end.offset, lineStart);
}

const isDefinition = (block: Block): block is Definition =>
  block.type === "definition" || block.type === "footnoteDefinition";

/** Separators that tools write between sections: a rule, a comment, the anchor of the next heading. */
function isSeparator(block: Block | undefined): boolean {
  if (block?.type === "html") return /^(<!--|<a\s)/.test(block.value);
  if (block?.type === "paragraph") return block.children.every(({ type }) => type === "html");
  return block?.type === "thematicBreak";
}

/** Source of the blocks, split where definitions were removed. */
function listPassages(text: string, { children }: Root, blocks: Block[]): string[] {
  const kept = new Set(blocks);
  const passages: Block[][] = [[]];
  for (const block of children) {
    if (kept.has(block)) passages.at(-1)?.push(block);
    else passages.push([]);
  }
  return passages.flatMap((passage) => {
    const start = passage[0]?.position?.start.offset;
    if (start === undefined) return [];
    // From the start of the line, because the indentation before a list belongs to it.
    return text.slice(text.lastIndexOf("\n", start) + 1, passage.at(-1)?.position?.end.offset).trimEnd();
  });
}

/** Definitions of a document by identifier. The first one of an identifier counts. */
function listDefinitions(root: Root): Definition[] {
  const known = new Map<string, Definition>();
  visit(root, (node) => {
    if (node.type !== "definition" && node.type !== "footnoteDefinition") return;
    const key = keyOf(node);
    if (!known.has(key)) known.set(key, node);
  });
  return [...known.values()];
}

/** Definitions that blocks use, directly or through a footnote. */
function findUsed(definitions: Definition[], blocks: Block[]): Definition[] {
  const known = new Map(definitions.map((definition) => [keyOf(definition), definition]));
  const used = new Set<Definition>();
  const collect = (block: Block): void =>
    visit(block, (node) => {
      if (!("identifier" in node) || !node.type.endsWith("Reference")) return;
      const definition = known.get(keyOf(node));
      if (!definition || used.has(definition)) return;
      used.add(definition);
      collect(definition);
    });
  for (const block of blocks) collect(block);
  return [...used];
}

/**
 * Sources of definitions. Links are lines of one block. Footnotes are separate blocks, because a following line would
 * continue them.
 */
function listSources(text: string, definitions: Definition[]): string[] {
  const sources = (wanted: Definition["type"]): string[] =>
    definitions
      .filter(({ type }) => type === wanted)
      .map(({ position }) => text.slice(position?.start.offset, position?.end.offset));
  return [sources("definition").join("\n"), ...sources("footnoteDefinition")].filter((part) => part !== "");
}

const keyOf = ({ type, identifier }: { type: string; identifier: string }): string =>
  `${type.startsWith("footnote") ? "^" : ""}${identifier}`;
