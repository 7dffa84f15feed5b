import { type Block, lineAt } from "./blocks.ts";
import type { Collector } from "./finding.ts";

const MARKUP_FILE = /\.(?:html?|[jt]sx|vue|svelte)$/i;
const MARKDOWN_FILE = /\.(?:md|markdown)$/i;

/** An opening tag that is longer is not looked at any further. */
const MAX_TAG_LENGTH = 4_000;
const MARKDOWN_IMAGE = /!\[\s{0,20}\]\(/g;

/** Looks for images that say nothing to whoever does not see them; null for files that show none. */
export function openImageSearch(path: string, collector: Collector): ((block: Block) => void) | null {
  if (MARKUP_FILE.test(path)) return openMarkupSearch(path, collector);
  return MARKDOWN_FILE.test(path) ? (block) => searchMarkdown(path, block, collector) : null;
}

/** The images without a text in Markdown that is no file. */
export function searchMarkdownField(field: string, text: string, collector: Collector): void {
  searchMarkdown(field, { text, line: 1, carried: 0, continues: false }, collector);
}

function searchMarkdown(path: string, block: Block, collector: Collector): void {
  for (const { index } of block.text.matchAll(MARKDOWN_IMAGE)) {
    if (block.carried > 0 && index < block.carried) continue;
    addImage(path, lineAt(block, index), block.text.slice(index, index + SHOWN_CHARS), collector);
    if (collector.isFull("missing-alt-text")) return;
  }
}

function addImage(path: string, line: number, excerpt: string, collector: Collector): void {
  const key = excerpt.replaceAll(/\s+/g, " ");
  collector.add("missing-alt-text", { path, line, message: NO_TEXT, excerpt, key });
}

const SHOWN_CHARS = 120;
const NO_TEXT = "shows an image without alternative text";

/** Goes through the tags one after the other; a tag may go over several lines. */
function openMarkupSearch(path: string, collector: Collector): (block: Block) => void {
  let tag: { text: string; line: number } | null = null;
  return (block) => {
    const { text, carried } = block;
    // A tag that begins in the last characters of the block before was not seen as one.
    let at = tag ? carried : Math.max(0, carried - 3);
    while (at < text.length && !collector.isFull("missing-alt-text")) {
      if (!tag) {
        at = nextImage(text, at);
        if (at < 0) return;
        tag = { text: "", line: lineAt(block, at) };
      }
      const end = endOfTag(text, at);
      tag.text += text.slice(at, Math.min(end < 0 ? text.length : end, at + MAX_TAG_LENGTH));
      if (end >= 0 && !matchesText(tag.text))
        addImage(path, tag.line, tag.text.slice(0, SHOWN_CHARS), collector);
      if (end >= 0 || tag.text.length >= MAX_TAG_LENGTH) tag = null;
      at = end < 0 ? text.length : end + 1;
    }
  };
}

/** Where the next `<img` begins. */
function nextImage(text: string, from: number): number {
  for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at + 1)) {
    if (/^<img[\s/>]?$/i.test(text.slice(at, at + 5))) return at;
  }
  return -1;
}

/** Where the tag closes; the arrow of a function in it does not close it. */
function endOfTag(text: string, from: number): number {
  for (let at = text.indexOf(">", from); at >= 0; at = text.indexOf(">", at + 1)) {
    if (text[at - 1] !== "=") return at;
  }
  return -1;
}

/** Attributes that are handed on as a whole may hold a text; an empty one is right for what only decorates. */
const matchesText = (tag: string): boolean =>
  /[\s"'}]:?alt[\s=]/i.test(`${tag} `) ||
  /\baria-hidden\s{0,4}=\s{0,4}["'{]{1,2}true/i.test(tag) ||
  tag.includes("{...");
