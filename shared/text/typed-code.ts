const DIGIT = /\p{Nd}/gu;
/** Joiners, marks of direction and the like, which keyboards and copied text add. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Code as a person typed it, in ASCII where a script has the same letters and digits: compatibility forms such as full-width
 * ones by NFKC, decimal digits of every script by their value, invisible characters removed.
 */
export const normalizeTypedCode = (text: string): string =>
  text.normalize("NFKC").replaceAll(INVISIBLE, "").replaceAll(DIGIT, toAsciiDigit).trim();

/** Unicode encodes the decimal digits of a script in a row, from zero to nine, and rows end to end. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (isDigit(start - 1)) start -= 1;
  return String((code - start) % 10);
}

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));
