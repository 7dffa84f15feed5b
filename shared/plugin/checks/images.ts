import { firstCharacters } from "@/shared/text/truncate.ts";
import { type Block, lineAt } from "./blocks.ts";
import type { Collector } from "./finding.ts";

const MARKUP_FILE = /\.(?:html?|[jt]sx|vue|svelte)$/i;
const MARKDOWN_FILE = /\.(?:md|markdown)$/i;

/** A longer tag is not searched further. */
const MAX_TAG_LENGTH = 4_000;
const MARKDOWN_IMAGE = /!\[\s{0,20}\]\(/g;

/** Search for images without alternative text; null for files that cannot contain images. */
export function openImageSearch(path: string, collector: Collector): ((block: Block) => void) | null {
  if (MARKUP_FILE.test(path)) return openMarkupSearch(path, collector);
  return MARKDOWN_FILE.test(path) ? (block) => searchMarkdown(path, block, collector) : null;
}

/** Search in Markdown of a submission field. */
export function searchMarkdownField(field: string, text: string, collector: Collector): void {
  searchMarkdown(field, { text, line: 1, overlap: 0, continues: false }, collector);
}

function searchMarkdown(path: string, block: Block, collector: Collector): void {
  for (const { index } of block.text.matchAll(MARKDOWN_IMAGE)) {
    if (block.overlap > 0 && index < block.overlap) continue;
    addImage(
      path,
      lineAt(block, index),
      firstCharacters(block.text.slice(index, index + 2 * EXCERPT_CHARS), EXCERPT_CHARS),
      collector,
    );
    if (collector.isFull("missing-alt-text")) return;
  }
}

function addImage(path: string, line: number, excerpt: string, collector: Collector): void {
  const key = excerpt.replaceAll(/\s+/g, " ");
  collector.add("missing-alt-text", { path, line, message: MISSING_ALT_TEXT, excerpt, key });
}

const EXCERPT_CHARS = 120;
const MISSING_ALT_TEXT = "contains an image without alternative text";

/** Search of HTML tags, which may span lines. */
function openMarkupSearch(path: string, collector: Collector): (block: Block) => void {
  let tag: { text: string; line: number } | null = null;
  return (block) => {
    const { text, overlap } = block;
    // A tag that begins in the last three characters of the previous block was not recognized there.
    let at = tag ? overlap : Math.max(0, overlap - 3);
    while (at < text.length && !collector.isFull("missing-alt-text")) {
      if (!tag) {
        at = nextImage(text, at);
        if (at < 0) return;
        tag = { text: "", line: lineAt(block, at) };
      }
      const end = endOfTag(text, at);
      tag.text += text.slice(at, Math.min(end < 0 ? text.length : end, at + MAX_TAG_LENGTH));
      if (end >= 0 && !hasAltText(tag.text))
        addImage(path, tag.line, firstCharacters(tag.text, EXCERPT_CHARS), collector);
      if (end >= 0 || tag.text.length >= MAX_TAG_LENGTH) tag = null;
      at = end < 0 ? text.length : end + 1;
    }
  };
}

/** Index of the next `<img`. */
function nextImage(text: string, from: number): number {
  for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at + 1)) {
    if (/^<img[\s/>]?$/i.test(text.slice(at, at + 5))) return at;
  }
  return -1;
}

/** Index of the tag's end, which is not the arrow of a function. */
function endOfTag(text: string, from: number): number {
  for (let at = text.indexOf(">", from); at >= 0; at = text.indexOf(">", at + 1)) {
    if (text[at - 1] !== "=") return at;
  }
  return -1;
}

/** An empty text marks a decorative image; spread attributes may contain one. */
const hasAltText = (tag: string): boolean =>
  /[\s"'}]:?alt[\s=]/i.test(`${tag} `) ||
  /\baria-hidden\s{0,4}=\s{0,4}["'{]{1,2}true/i.test(tag) ||
  tag.includes("{...");
