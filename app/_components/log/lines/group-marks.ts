/** First characters of headers, and of timestamps and the like in front of them. */
const [MARKS, PREFIXES] = ["-+~>:#^*", "[0123456789"];
const MARKS_INSIDE = ["::", "##[", "--- ", "+++ ", "~~~ ", "> "];

/** Quick test for lines that begin or end a group, made once for each line: a long log has few of them. */
export function mayMarkGroup(text: string): boolean {
  const first = text[0] ?? "";
  if (MARKS.includes(first)) return true;
  if (PREFIXES.includes(first)) return MARKS_INSIDE.some((mark) => text.includes(mark));
  return text.includes("(in target '") || text.startsWith("FAILURE: ") || text.startsWith("BUILD ");
}
