/** As people write it: what a machine draws may hold the letters, but hardly ever in one case. */
const KNOWN_PHRASE =
  /[Cc]hange.?[Mm]e|CHANGE.?ME|[Yy]our.?[Ss]ecret|YOUR.?SECRET|[Ee]xample|EXAMPLE|[Ff]or.?[Dd]evelopment.?[Oo]nly|FOR.?DEVELOPMENT.?ONLY/;
/** A word and nothing else to tell it from others. */
const KNOWN_WORD = /^(secret|password|passphrase|drydock|admin|default|test|letmein|qwerty)[-_.\s\d]*$/;

/**
 * Whether somebody may come upon a secret by trying what guides print and people type without thought. Whatever somebody
 * made up for themselves passes: this keeps accidents out, and cannot measure how well a secret was drawn.
 */
export function isWeakSecret(secret: string): boolean {
  const text = secret.replace(/^whsec_/, "").toLowerCase();
  return KNOWN_PHRASE.test(secret) || isCount(text) || isKnown(pieceOf(text));
}

const isKnown = (piece: string): boolean => piece.length === 1 || KNOWN_WORD.test(piece);

/** What the text repeats, the last time perhaps cut off; the text itself where it repeats nothing. */
function pieceOf(text: string): string {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return text.slice(0, period);
  }
  return text;
}

/** Digits that count up or down, over and over. */
function isCount(text: string): boolean {
  const steps = [...text].slice(1).map((digit, at) => (Number(digit) - Number(text[at]) + 10) % 10);
  return /^\d+$/.test(text) && (steps.every((step) => step === 1) || steps.every((step) => step === 9));
}
