import classes from "./code.module.css";

/** Untrusted text whose hidden characters are replaced by their code points. */
export function Revealed({ text }: { text: string }) {
  const parts = revealHidden(text);
  if (!parts.some(({ isHidden }) => isHidden)) return text;
  return parts.map((part, index) =>
    part.isHidden ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      <span key={index} className={classes.hidden} title="Invisible character">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}

/** Invisible and bidirectional control characters, which could hide what code does. */
const HIDDEN = /(?!\t)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text with hidden characters replaced by their code points. */
export function revealHidden(text: string): { text: string; isHidden: boolean }[] {
  const parts: { text: string; isHidden: boolean }[] = [];
  let at = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (index > at) parts.push({ text: text.slice(at, index), isHidden: false });
    const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    parts.push({ text: `U+${number}`, isHidden: true });
    at = index + character.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHidden: false });
  return parts;
}
