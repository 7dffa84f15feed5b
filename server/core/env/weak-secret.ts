/** Placeholders that guides use for secrets, in lower case. Random text rarely contains them. */
const KNOWN_PHRASE =
  /[Cc]hange.?[Mm]e|CHANGE.?ME|[Yy]our.?[Ss]ecret|YOUR.?SECRET|[Ee]xample|EXAMPLE|[Ff]or.?[Dd]evelopment.?[Oo]nly|FOR.?DEVELOPMENT.?ONLY/;
/** A common word with nothing but digits and separators behind it. */
const KNOWN_WORD = /^(secret|password|passphrase|drydock|admin|default|test|letmein|qwerty)[-_.\s\d]*$/;

/**
 * Weak-secret check: placeholders, common words, repeated pieces and runs of digits. It prevents accidents; it does
 * not measure entropy.
 */
export function isWeakSecret(secret: string): boolean {
  const text = secret.replace(/^whsec_/, "").toLowerCase();
  return KNOWN_PHRASE.test(secret) || isSequence(text) || isKnown(repeatedPiece(text));
}

/** Fewer different bytes than 32 random ones have. */
const MIN_KEY_VARIETY = 16;

/** Weak-key check of 32 bytes in base64: few different bytes, or a weak secret as text. */
export function isWeakKey(base64: string): boolean {
  const bytes = Buffer.from(base64, "base64");
  return new Set(bytes).size < MIN_KEY_VARIETY || isWeakSecret(bytes.toString("latin1"));
}

const isKnown = (piece: string): boolean => piece.length === 1 || KNOWN_WORD.test(piece);

/** The repeated unit of a text, whose last repetition may be cut off; the text itself without one. */
export function repeatedPiece(text: string): string {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return text.slice(0, period);
  }
  return text;
}

/** True if the characters count up or down, such as `1234567890` and `zyxwvutsrq`. Digits wrap around. */
export function isSequence(text: string): boolean {
  const isDigits = /^\d+$/.test(text);
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0));
  return [1, -1].some((direction) => {
    const wrapped = isDigits ? -9 * direction : direction;
    return text.length > 1 && steps.every((step) => step === direction || step === wrapped);
  });
}
