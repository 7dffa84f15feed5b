/** Characters of Markdown that one page formats; further texts are shown as plain text. */
const MAX_FORMATTED_LENGTH = 50_000;
const MAX_FORMATTED_LINES = 1_500;
const MAX_FORMATTED_TEXTS = 100;

/**
 * Budget for the Markdown of one page: the texts that are formatted, in the order of the page. One text is bounded by
 * itself, but an item shows the texts of many versions.
 */
export function findFormatted(sources: readonly (string | null)[]): boolean[] {
  let length = 0;
  let lines = 0;
  let texts = 0;
  return sources.map((source) => {
    length += source?.length ?? 0;
    lines += source?.split("\n").length ?? 0;
    texts += source === null ? 0 : 1;
    return length <= MAX_FORMATTED_LENGTH && lines <= MAX_FORMATTED_LINES && texts <= MAX_FORMATTED_TEXTS;
  });
}
