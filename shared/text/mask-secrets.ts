import { secretForms } from "./secret-forms.ts";

/** Replacement of a secret. */
const MASK = "***";
/** Length by which forms are indexed: the least that one has, in UTF-16 units. */
const HEAD_LENGTH = 8;
/** Beginning of a longer form that is masked alone, as when the output was cut. It also bounds the work for each character. */
const MIN_PARTIAL_LENGTH = 64;

/** Text whose secrets may continue in the next chunk: `pending` precedes that, and its first `masked` units are replaced. */
export interface MaskState {
  pending: string;
  masked: number;
}

export const NOTHING_PENDING: MaskState = { pending: "", masked: 0 };

export interface SecretMask {
  /** Text with all secrets replaced. */
  mask: (text: string) => string;
  /** Next chunk of a stream, without an end that may be the beginning of a secret. */
  maskChunk: (text: string, before: MaskState) => { text: string; after: MaskState };
  /** Rest of a stream that has ended. */
  maskEnd: (before: MaskState) => string;
  /** Units of all forms, a measure of the memory. */
  size: number;
}

/** Mask of secrets, in time linear in any text. Null if none of the secrets is long enough. */
export function createSecretMask(secrets: Iterable<string>): SecretMask | null {
  const forms = new Set<string>();
  for (const secret of secrets) for (const form of secretForms(secret)) forms.add(form);
  if (forms.size === 0) return null;
  const index = createIndex([...forms].sort());
  return {
    mask: (text) => scan(index, text, 0, true).text,
    maskChunk: (text, { pending, masked }) => scan(index, pending + text, masked, false),
    maskEnd: ({ pending, masked }) => scan(index, pending, masked, true).text,
    size: [...forms].reduce((sum, form) => sum + form.length, 0),
  };
}

/** Mask of one stream. `end` returns what is left. */
export function createStreamMask(mask: SecretMask | null) {
  let state = NOTHING_PENDING;
  return {
    write: (chunk: string): string => {
      if (!mask) return chunk;
      const { text, after } = mask.maskChunk(chunk, state);
      state = after;
      return text;
    },
    end: (): string => {
      const left = mask?.maskEnd(state) ?? "";
      state = NOTHING_PENDING;
      return left;
    },
  };
}

interface Form {
  text: string;
  /** The longest other form with which this one begins. */
  prefix: Form | undefined;
}

interface Index {
  /** Forms in order, by their first `HEAD_LENGTH` units. */
  buckets: Map<string, { forms: Form[]; maxLength: number }>;
  /** Shorter beginnings of forms. */
  beginnings: Set<string>;
  /** Hashes of the first two units: most positions of a text are ruled out by it. */
  starts: Uint8Array;
}

const hashOf = (first: number, second: number): number => (first * 251 + second) & 0xffff;

function createIndex(sorted: readonly string[]): Index {
  const index: Index = { buckets: new Map(), beginnings: new Set(), starts: new Uint8Array(0x10000) };
  let last: Form | undefined;
  for (const text of sorted) {
    // Of the forms before it in the order, those with which it begins are the last one and prefixes of that.
    while (last && !text.startsWith(last.text)) last = last.prefix;
    last = { text, prefix: last };
    const head = text.slice(0, HEAD_LENGTH);
    const bucket = index.buckets.get(head) ?? { forms: [], maxLength: 0 };
    bucket.forms.push(last);
    bucket.maxLength = Math.max(bucket.maxLength, text.length);
    index.buckets.set(head, bucket);
    for (let length = 1; length < HEAD_LENGTH; length++) index.beginnings.add(text.slice(0, length));
    index.starts[hashOf(text.charCodeAt(0), text.charCodeAt(1))] = 1;
  }
  return index;
}

/** Replaces the secrets in a text whose first `masked` units were replaced before. Overlapping secrets are replaced as one. */
function scan(index: Index, text: string, masked: number, isEnd: boolean) {
  let [output, copiedTo, maskedTo] = ["", masked, masked];
  for (let at = 0; at < text.length; ) {
    const found = findAt(index, text, at);
    if (found.isOpen && !isEnd) {
      if (at > copiedTo) output += text.slice(copiedTo, at);
      return { text: output, after: { pending: text.slice(at), masked: Math.max(0, maskedTo - at) } };
    }
    if (found.length > 0) {
      if (at >= maskedTo) output += text.slice(copiedTo, at) + MASK;
      maskedTo = Math.max(maskedTo, at + found.length);
      copiedTo = maskedTo;
    }
    at = Math.max(at + 1, maskedTo - MIN_PARTIAL_LENGTH + 1);
  }
  return { text: output + text.slice(copiedTo), after: NOTHING_PENDING };
}

interface Found {
  /** Length of the longest secret there; 0 without one. */
  length: number;
  /** The text ends before it is clear that a secret is there. */
  isOpen: boolean;
}

const NOTHING: Found = { length: 0, isOpen: false };
const BEGINNING: Found = { length: 0, isOpen: true };

function findAt({ starts, buckets, beginnings }: Index, text: string, at: number): Found {
  if (at + HEAD_LENGTH > text.length) return beginnings.has(text.slice(at)) ? BEGINNING : NOTHING;
  if (starts[hashOf(text.charCodeAt(at), text.charCodeAt(at + 1))] === 0) return NOTHING;
  const bucket = buckets.get(text.slice(at, at + HEAD_LENGTH));
  if (!bucket) return NOTHING;
  const rest = text.slice(at, at + bucket.maxLength);
  const next = countUpTo(bucket.forms, rest);
  const [before, after] = [bucket.forms[next - 1], bucket.forms[next]];
  let whole = before;
  while (whole && !rest.startsWith(whole.text)) whole = whole.prefix;
  const partial = Math.max(commonLength(before, rest), commonLength(after, rest));
  return {
    length: Math.max(whole?.text.length ?? 0, partial >= MIN_PARTIAL_LENGTH ? partial : 0),
    isOpen: after?.text.startsWith(rest) ?? false,
  };
}

/** Number of forms that are not after `text` in the order. */
function countUpTo(forms: readonly Form[], text: string): number {
  let [low, high] = [0, forms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((forms[middle]?.text ?? "") <= text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function commonLength(form: Form | undefined, text: string): number {
  const limit = Math.min(form?.text.length ?? 0, text.length);
  let length = 0;
  while (length < limit && form?.text.charCodeAt(length) === text.charCodeAt(length)) length += 1;
  return length;
}
