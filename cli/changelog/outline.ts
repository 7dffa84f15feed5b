import { fromMarkdown, type Options } from "mdast-util-from-markdown";
import { gfmFootnoteFromMarkdown } from "mdast-util-gfm-footnote";
import { toString as textOfNode } from "mdast-util-to-string";
import { gfmFootnote } from "micromark-extension-gfm-footnote";
import { parseReleaseList, parseVersionTitle, type VersionTitle } from "./version-title.ts";

export type Root = ReturnType<typeof fromMarkdown>;
export type Block = Root["children"][number];

export interface Release {
  /** Position of its heading among the blocks of the document. */
  index: number;
  title: VersionTitle;
}

/** Inline constructs of Markdown, disabled here, as they take most of the time of a large file. */
const INLINE_CONSTRUCTS = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];
const MAX_TITLE_LENGTH = 1_000;

/** Markdown with footnotes. */
export const parseMarkdown = (text: string): Root => parse(text, []);

/** Blocks of a document and the definitions in them; the text in the blocks stays as written. */
export const parseBlocks = (text: string): Root => parse(text, [{ disable: { null: INLINE_CONSTRUCTS } }]);

const parse = (text: string, extensions: NonNullable<Options["extensions"]>): Root =>
  fromMarkdown(text, {
    extensions: [gfmFootnote(), ...extensions],
    mdastExtensions: [gfmFootnoteFromMarkdown()],
  });

/** Headings of versions. In a changelog without any, lines with only a version and its date. */
export function listReleases(text: string, { children }: Root, names: readonly string[]): Release[] {
  const list = (isTitle: (block: Block) => boolean): Release[] =>
    children.flatMap((block, index) => {
      const source = isTitle(block) ? sliceBlock(text, block) : "";
      if (source === "" || source.length > MAX_TITLE_LENGTH || !/\d|releas/i.test(source)) return [];
      const title = parseTitle(source, text, children[index + 1], names);
      return title ? [{ index, title }] : [];
    });
  const headings = list(({ type }) => type === "heading");
  return headings.length > 0 ? headings : list(isOneLine).filter(({ title }) => title.isPlain);
}

function parseTitle(
  source: string,
  text: string,
  next: Block | undefined,
  names: readonly string[],
): VersionTitle | null {
  const title = textOf(parseMarkdown(source));
  const items = next?.type === "list" ? next.children.map((item) => sliceBlock(text, item)) : [];
  // Items begin with a mark of the list.
  return parseVersionTitle(title, names) ?? parseReleaseList(title, items, names);
}

/** Text without HTML: Angular writes "<small>1.2.1</small>". */
const textOf = (node: unknown): string => textOfNode(node, { includeHtml: false });

const isOneLine = ({ type, position }: Block): boolean =>
  type === "paragraph" && position?.start.line === position?.end.line;

const sliceBlock = (text: string, { position }: Pick<Block, "position">): string =>
  text.slice(position?.start.offset, position?.end.offset);

/**
 * Release of a version. The package's own is preferred to one without a name, and that to another package's. "2.0.0" is
 * preferred to "2.0", which is often the title of all releases below it.
 */
export function pickRelease(
  releases: Release[],
  version: string,
  names: readonly string[],
): Release | undefined {
  const ownNames = new Set(names.map((name) => name.toLowerCase()));
  const found = releases
    .filter(({ title }) => title.versions.includes(version))
    .sort((a, b) => Number(b.title.isComplete) - Number(a.title.isComplete));
  return (
    found.find(({ title }) => title.name !== null && ownNames.has(title.name)) ??
    found.find(({ title }) => title.name === null) ??
    found[0]
  );
}

export const isSameRelease = (a: VersionTitle, b: VersionTitle): boolean =>
  (a.name ?? b.name) === (b.name ?? a.name) &&
  a.versions.length > 0 &&
  a.versions.every((version) => b.versions.includes(version));
