/** What Markdown gives a meaning to in running text. */
const MARKS = /[*_~`[\]<>!&|@:\\#^]/g;
const MOST_MARKS = 1_500;
const MOST_LINES = 1_000;
const MOST_MARKS_IN_PARAGRAPH = 120;

/** A line that begins a block of its own, so that the paragraph before it has ended. */
const BLOCK_START = /^\s*(?:[-+*]\s|\d{1,9}[.)]\s|#{1,6}\s|\||$)/;
const DEEP_NESTING = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){8,}/m;

/**
 * Whether a text is such as people write. A parser of Markdown needs time that grows with the square of the marks in a
 * paragraph and of the blocks in a text, and a stack as deep as its quotes and lists: twenty thousand asterisks would occupy the server for a
 * minute and a half.
 */
export function isTameMarkdown(source: string): boolean {
  const lines = source.split("\n");
  if (lines.length > MOST_LINES || countMarks(source) > MOST_MARKS || DEEP_NESTING.test(source)) return false;
  let inParagraph = 0;
  for (const line of lines) {
    inParagraph = countMarks(line) + (BLOCK_START.test(line) ? 0 : inParagraph);
    if (inParagraph > MOST_MARKS_IN_PARAGRAPH) return false;
  }
  return true;
}

const countMarks = (text: string): number => text.match(MARKS)?.length ?? 0;
