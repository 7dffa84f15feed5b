import { validationFailed } from "@/shared/errors.ts";
import { countCharacters } from "@/shared/text/text.ts";
import { isSequence, repeatedPiece } from "./env/weak-secret.ts";

/** Lengths in code points after NFKC. The maximum bounds the work of the rules; argon2 takes any length. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 1_024;
/** Maximum length of a repeated unit that makes a password a pattern, such as `abcd` in `abcdabcdabcd`. */
const MAX_PATTERN_LENGTH = 4;
/** Digits and punctuation at the end, such as `2026!`, which do not make a common password acceptable. */
const ADDED_CHARACTERS = /[^\p{L}]{1,5}$/u;
/** Names of the product, and the password of the demo accounts. */
const PRODUCT_PASSWORD = /^drydock[-_. ]?(demo|admin|test|password)?$/;

/**
 * Rule that a new password breaks, as a message, or null. Rules of NIST SP 800-63B, 3.1.1.2: a minimum length and a
 * blocklist, no required kinds of characters.
 * @param password after NFKC
 */
export async function findPasswordViolation(password: string): Promise<string | null> {
  const length = countCharacters(password);
  if (length < MIN_PASSWORD_LENGTH) return `must be at least ${MIN_PASSWORD_LENGTH} characters long`;
  if (length > MAX_PASSWORD_LENGTH) return `must be at most ${MAX_PASSWORD_LENGTH} characters long`;
  const text = fold(password);
  if (countCharacters(repeatedPiece(password)) <= MAX_PATTERN_LENGTH)
    return "must not repeat one character or a short pattern";
  if (isSequence(text)) return "must not be a sequence such as 1234567890 or abcdefghij";
  const stem = stemOf(text);
  const common = await loadCommonPasswords();
  const isCommon = common.has(text) || common.has(stem) || PRODUCT_PASSWORD.test(stem);
  return isCommon ? "must not be a common password, nor one with digits or punctuation added" : null;
}

/** True if a password is the email address or its local part, possibly with digits or punctuation added. */
export function isEmailAddress(password: string, email: string): boolean {
  const text = fold(password);
  const [local = ""] = email.split("@");
  return [text, stemOf(text)].some((form) => form === email || form === local);
}

/** @throws AppError `VALIDATION_FAILED` for a password that is the email address */
export function refuseEmailAsPassword(password: string, email: string, path: string): void {
  if (!isEmailAddress(password, email)) return;
  throw validationFailed([{ path, message: "must not be your email or its first part" }]);
}

const fold = (password: string): string => password.normalize("NFKC").toLowerCase().trim();

const stemOf = (text: string): string => text.replace(ADDED_CHARACTERS, "");

let commonPasswords: Promise<Set<string>> | undefined;

/** The 49,000 most common passwords. Loaded at first use: it takes 17 MB, and only sign-up needs it. */
function loadCommonPasswords(): Promise<Set<string>> {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return commonPasswords;
}
