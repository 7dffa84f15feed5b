import { truncate } from "@/shared/text/truncate.ts";

const MAX_SHORT_LENGTH = 400;
const MAX_SHORT_LINES = 6;

/** Excerpt of a text: up to six lines and 400 code points. Cutting the text instead of its box avoids layout shift. */
export function shortenText(text: string): string {
  const lines = text.split("\n", MAX_SHORT_LINES + 1);
  const first = lines.slice(0, MAX_SHORT_LINES).join("\n");
  return truncate(lines.length > MAX_SHORT_LINES ? `${first.trimEnd()}…` : first, MAX_SHORT_LENGTH);
}
