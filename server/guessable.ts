/** Words that secrets are made of which stand in examples and guides, the longer ones first. */
const WORDS = [
  ...[
    "development",
    "production",
    "characters",
    "passphrase",
    "changeme",
    "nextauth",
    "password",
    "insecure",
  ],
  ...["default", "drydock", "example", "letmein", "minimum", "replace", "session", "staging", "testing"],
  ...["webhook", "builder", "change", "qwerty", "please", "random", "secret", "server", "string", "unsafe"],
  ...[
    "admin",
    "build",
    "bytes",
    "dummy",
    "local",
    "super",
    "token",
    "value",
    "welcome",
    "auth",
    "demo",
    "host",
  ],
  ...[
    "least",
    "long",
    "must",
    "only",
    "pass",
    "sample",
    "test",
    "this",
    "user",
    "very",
    "your",
    "key",
    "dev",
  ],
  ...["for", "jwt", "not", "the", "use", "api"],
];
const KNOWN_WORD = new RegExp(WORDS.join("|"), "gi");
const KNOWN_PHRASE = /change.?me|your.?secret|example/i;

/**
 * Whether somebody may come upon a secret by trying what people take for one: known words, one piece again and again,
 * runs of neighbours, a handful of characters. None of it happens to what a machine has drawn.
 */
export function isGuessable(secret: string): boolean {
  const text = secret.replace(/^whsec_/, "").toLowerCase();
  return (
    KNOWN_PHRASE.test(text) || new Set(text).size < 6 || isRepeated(text) || isRun(text) || isWords(text)
  );
}

/** One piece at least twice, the last one perhaps cut off. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.startsWith(text.slice(period))) return true;
  }
  return false;
}

/** Mostly characters that follow each other in the alphabet or among the digits. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).filter((_, at) => {
    return Math.abs(text.charCodeAt(at + 1) - text.charCodeAt(at)) <= 1;
  });
  return steps.length > (2 / 3) * (text.length - 1);
}

/** Less than a quarter is anything but known words and what stands between them. */
const isWords = (text: string): boolean =>
  text.replaceAll(KNOWN_WORD, "").replaceAll(/[^a-z0-9]/g, "").length < text.length / 4;
