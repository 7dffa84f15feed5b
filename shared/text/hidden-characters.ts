/**
 * Invisible and bidirectional control characters: they make names look identical or empty, and display text in another order
 * than it is stored (Unicode UTS #39, UAX #9). Every expression here takes linear time.
 */

/** True if a text has a visible character: a letter, digit, punctuation mark or symbol. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** True if a name holds a hidden character. Visible ones may carry one variation selector, as emoji and ideographs do. */
export const hasHiddenInName = (text: string): boolean =>
  HIDDEN.test(text) || STRAY_VARIATION_SELECTOR.test(text);

/** As for names, except joiners inside words and emoji, and soft hyphens inside words. */
export const hasHiddenInMarkdown = (text: string): boolean =>
  hasHiddenInName(text.replaceAll(JOINER_IN_WORD, "").replaceAll(JOINER_IN_EMOJI, ""));

/** Blank although they count as letters or symbols: Braille blank, object replacement, null notehead, Egyptian and Khitan fillers. */
const VISIBLE =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}\u{16fe4}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Bidirectional controls, zero-width and tag characters, fillers, interlinear annotation, line and paragraph separator. */
const HIDDEN =
  /[\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u;

/** Variation selector behind nothing or behind another one: a row of them can carry any bytes. */
const STRAY_VARIATION_SELECTOR =
  /(?<!(?!\p{Variation_Selector})[\p{L}\p{N}\p{M}\p{P}\p{S}])\p{Variation_Selector}/u;

/** Joiners between letters, or behind a virama, where Indic scripts end a word with them. */
const JOINER_IN_WORD =
  /(?<=[\p{L}\p{M}])(?:\p{Join_Control}|\u00ad)(?=[\p{L}\p{M}])|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\p{Join_Control}/gu;

const JOINER_IN_EMOJI =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu;
