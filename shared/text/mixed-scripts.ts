/** Scripts that share the shapes of letters. Words of others are mixed as a matter of course, as Kanji and Kana are. */
const SIMILAR_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];
const WORD = /[\p{L}\p{M}]+/gu;

/** Tells whether a word has letters of two scripts that share shapes, as "Cоst" with a Cyrillic о (UTS #39, 5.1). */
export const hasMixedScripts = (name: string): boolean =>
  [...name.matchAll(WORD)].some(([word]) => SIMILAR_SCRIPTS.filter((script) => script.test(word)).length > 1);
