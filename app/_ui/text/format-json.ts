/** Characters of a formatted document. Above it, the text is shown as received. */
const MAX_FORMATTED_LENGTH = 1_048_576;

const INDENT = 2;

/**
 * JSON text with line breaks and indentation. Text that is no JSON, or that indentation would inflate above the bound
 * (nested arrays of 5,000 levels become 50 MB), is returned as it is.
 */
export function formatJson(text: string): string {
  if (indentedLength(text) > MAX_FORMATTED_LENGTH) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, INDENT);
  } catch {
    return text;
  }
}

/** Upper bound of the length after indentation: each bracket and comma outside of strings starts a line. */
function indentedLength(text: string): number {
  let length = text.length;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === "\\") at += 1;
      else if (char === '"') isInString = false;
      continue;
    }
    if (char === '"') isInString = true;
    else if (char === ":") length += 1;
    else if (char === "{" || char === "[" || char === "}" || char === "]" || char === ",") {
      if (char === "{" || char === "[") depth += 1;
      else if (char !== ",") depth -= 1;
      length += 1 + INDENT * Math.max(0, depth);
    }
  }
  return length;
}

/** Headers of a request or response as lines, "name: value". */
export const formatHeaders = (headers: Record<string, string> | null): string[] =>
  Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
