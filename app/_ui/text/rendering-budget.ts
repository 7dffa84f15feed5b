/** Characters of Markdown that one page renders; further texts are shown as plain text. */
const MAX_RENDERED_LENGTH = 50_000;
const MAX_RENDERED_LINES = 1_500;
const MAX_RENDERED_TEXTS = 100;

/**
 * Budget for the Markdown of one page: the texts that are rendered, in the order of the page. One text is bounded by
 * itself, but an item shows the texts of many versions.
 */
export function findRendered(sources: readonly (string | null)[]): boolean[] {
  let length = 0;
  let lines = 0;
  let texts = 0;
  return sources.map((source) => {
    length += source?.length ?? 0;
    lines += source?.split("\n").length ?? 0;
    texts += source === null ? 0 : 1;
    return length <= MAX_RENDERED_LENGTH && lines <= MAX_RENDERED_LINES && texts <= MAX_RENDERED_TEXTS;
  });
}
