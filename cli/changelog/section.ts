import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { toString as textOfNode } from "mdast-util-to-string";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { visit } from "unist-util-visit";
import { parseReleaseList, parseVersionTitle, type VersionTitle, withoutBuild } from "./version-title.ts";

type Root = ReturnType<typeof fromMarkdown>;
type Block = Root["children"][number];
type Definition = Extract<Block, { type: "definition" | "footnoteDefinition" }>;

interface Release {
  /** Position among the blocks of the document. */
  index: number;
  title: VersionTitle;
}

/**
 * Section of a version in a changelog: what stands between its heading and the next heading of a version, of any rank, with
 * the definitions of links, pictures and footnotes that it uses. The Markdown is taken as written.
 * @param names of the package; in the changelog of several, its own section is found
 * @returns null without a heading of the version, or with nothing below it
 */
export function findSection(markdown: string, version: string, names: readonly string[] = []): string | null {
  const text = markdown.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const root = fromMarkdown(text, {
    extensions: [gfmFootnote()],
    mdastExtensions: [gfmFootnoteFromMarkdown()],
  });
  const releases = listReleases(root, names);
  const wanted = withoutBuild(version);
  const start = pickRelease(releases, wanted, names);
  if (!start) return null;
  // A deeper heading may repeat the version: "What is new in 1.2.1".
  const end = releases.find(({ index, title }) => index > start.index && !isSameRelease(title, start.title));
  const blocks = root.children.slice(start.index + 1, end?.index).filter((block) => !isDefinition(block));
  while (blocks.length > 0 && isSeparator(blocks.at(-1))) blocks.pop();
  return [...listPassages(text, root, blocks), ...listDefinitions(text, root, blocks)].join("\n\n") || null;
}

/** Headings of versions; in a changelog without any, the lines that hold nothing but a version and its date. */
function listReleases({ children }: Root, names: readonly string[]): Release[] {
  const parse = (isTitle: (block: Block) => boolean): Release[] =>
    children.flatMap((block, index) => {
      if (!isTitle(block)) return [];
      const text = textOf(block);
      const title =
        parseVersionTitle(text, names) ?? parseReleaseList(text, itemsOf(children[index + 1]), names);
      return title ? [{ index, title }] : [];
    });
  const headings = parse(({ type }) => type === "heading");
  if (headings.length > 0) return headings;
  return parse(isOneLine).filter(({ title }) => title.isPlain);
}

/** Text without HTML: Angular writes "<small>1.2.1</small>". */
const textOf = (node: unknown): string => textOfNode(node, { includeHtml: false });

const itemsOf = (block: Block | undefined): string[] =>
  block?.type === "list" ? block.children.map((item) => textOf(item)) : [];

const isOneLine = ({ type, position }: Block): boolean =>
  type === "paragraph" && position?.start.line === position?.end.line;

/** Release of a version: the package's own before one without a name, that before another package's. */
function pickRelease(releases: Release[], version: string, names: readonly string[]): Release | undefined {
  const ownNames = new Set(names.map((name) => name.toLowerCase()));
  const found = releases.filter(({ title }) => title.versions.includes(version));
  return (
    found.find(({ title }) => title.name !== null && ownNames.has(title.name)) ??
    found.find(({ title }) => title.name === null) ??
    found[0]
  );
}

const isSameRelease = (a: VersionTitle, b: VersionTitle): boolean =>
  (a.name ?? b.name) === (b.name ?? a.name) &&
  a.versions.length > 0 &&
  a.versions.every((version) => b.versions.includes(version));

const isDefinition = (block: Block): block is Definition =>
  block.type === "definition" || block.type === "footnoteDefinition";

/** What tools put between two sections: a rule, a comment, the anchor of the next heading. */
function isSeparator(block: Block | undefined): boolean {
  if (block?.type === "html") return /^(<!--|<a\s)/.test(block.value);
  if (block?.type === "paragraph") return block.children.every(({ type }) => type === "html");
  return block?.type === "thematicBreak";
}

/** Source of the blocks, in passages between which definitions were left out. */
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

/** Definitions that blocks use, wherever they stand. Footnotes come last, because a line behind one continues it. */
function listDefinitions(text: string, root: Root, blocks: Block[]): string[] {
  const known = new Map<string, Definition>();
  visit(root, (node) => {
    if (node.type !== "definition" && node.type !== "footnoteDefinition") return;
    const key = keyOf(node);
    if (!known.has(key)) known.set(key, node);
  });
  const used = new Set<Definition>();
  const collect = (block: Block): void =>
    visit(block, (node) => {
      if (
        node.type !== "linkReference" &&
        node.type !== "imageReference" &&
        node.type !== "footnoteReference"
      )
        return;
      const definition = known.get(keyOf(node));
      if (!definition || used.has(definition)) return;
      used.add(definition);
      // A footnote may hold references too.
      collect(definition);
    });
  for (const block of blocks) collect(block);
  const sources = (wanted: Definition["type"]): string[] =>
    [...used]
      .filter(({ type }) => type === wanted)
      .map(({ position }) => text.slice(position?.start.offset, position?.end.offset));
  return [sources("definition").join("\n"), ...sources("footnoteDefinition")].filter((part) => part !== "");
}

const keyOf = ({ type, identifier }: { type: string; identifier: string }): string =>
  `${type.startsWith("footnote") ? "^" : ""}${identifier}`;
