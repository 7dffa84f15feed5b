/** Fewest characters of a secret that is masked: a shorter one occurs by chance, and the masked text would reveal it. */
export const MIN_MASKED_CHARACTERS = 8;

/** True if a text is long enough to be masked. */
export function isMaskable(text: string): boolean {
  if (text.length >= 2 * MIN_MASKED_CHARACTERS) return true;
  return [...text].length >= MIN_MASKED_CHARACTERS;
}
