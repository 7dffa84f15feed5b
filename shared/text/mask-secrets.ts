import { setImmediate } from "node:timers/promises";
import { MIN_LETTERS, secretForms } from "./secret-forms.ts";
import { ESCAPE, findGaps, findOpenCode } from "./secret-letters.ts";

/** Replacement of a secret. */
const MASK = "***";
/** Length by which forms are indexed: the least that one has, in UTF-16 units. */
const HEAD_LENGTH = MIN_LETTERS;
/**
 * Longest form that is compared as a whole. Of a longer one any part of this length is masked, as when the output was cut; that
 * bounds the work for each character.
 */
const WINDOW_LENGTH = 64;
/** Limit of what is held back, as breaks and codes within a secret may be endless. */
const MAX_PENDING = 65_536;

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
  const steps = buildMask(secrets);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Time for which the creation of a mask keeps the event loop. */
const SLICE_MS = 8;

/** The same mask, created in slices between which other work runs. */
export async function createSecretMaskInSlices(secrets: Iterable<string>): Promise<SecretMask | null> {
  const steps = buildMask(secrets);
  let start = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - start < SLICE_MS) continue;
    await setImmediate();
    start = performance.now();
  }
}

function* buildMask(secrets: Iterable<string>): Generator<undefined, SecretMask | null, undefined> {
  const forms = new Set<string>();
  for (const secret of new Set(secrets)) {
    for (const form of secretForms(secret)) forms.add(form);
    yield;
  }
  if (forms.size === 0) return null;
  const index = yield* buildIndex(forms);
  let size = 0;
  for (const { length } of forms) size += length;
  return {
    mask: (text) => scan(index, text, 0, true).text,
    maskChunk: (text, { pending, masked }) => scan(index, pending + text, masked, false),
    maskEnd: ({ pending, masked }) => scan(index, pending, masked, true).text,
    size,
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
  /** Forms in order, by their first `HEAD_LENGTH` units; of a long one its beginning. */
  buckets: Map<string, { forms: Form[]; maxLength: number }>;
  /** Shorter beginnings of forms. */
  beginnings: Set<string>;
  /** Bits of the hashes of the heads: most positions of a text are ruled out by it. */
  heads: Uint32Array;
  /** Parts of long forms. */
  windows: WindowSet | null;
}

const HEAD_HASHES = 0x40000;
const headHash = (text: string, at: number): number =>
  ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 911 +
    text.charCodeAt(at + 2) * 131 +
    text.charCodeAt(at + 3) * 7) &
  (HEAD_HASHES - 1);

/** Steps between two looks at the clock. */
const STEPS = 256;

function* buildIndex(forms: ReadonlySet<string>): Generator<undefined, Index, undefined> {
  const heads = new Uint32Array(HEAD_HASHES / 32);
  const texts = new Map<string, Set<string>>();
  const long: string[] = [];
  const beginnings = new Set<string>();
  let count = 0;
  for (const form of forms) {
    if (++count % STEPS === 0) yield;
    if (form.length > WINDOW_LENGTH) long.push(form);
    const head = form.slice(0, HEAD_LENGTH);
    const ofHead = texts.get(head) ?? new Set();
    if (ofHead.size === 0) {
      texts.set(head, ofHead);
      const hash = headHash(form, 0);
      heads[hash >> 5] = (heads[hash >> 5] ?? 0) | (1 << (hash & 31));
      for (let length = 1; length < HEAD_LENGTH; length++) beginnings.add(head.slice(0, length));
    }
    ofHead.add(form.slice(0, WINDOW_LENGTH));
  }
  const buckets: Index["buckets"] = new Map();
  for (const [head, ofHead] of texts) {
    if (++count % STEPS === 0) yield;
    buckets.set(head, createBucket([...ofHead].sort()));
  }
  return { buckets, beginnings, heads, windows: yield* buildWindows(long) };
}

function createBucket(sorted: readonly string[]) {
  let last: Form | undefined;
  let maxLength = 0;
  const forms = sorted.map((text) => {
    // Of the forms before it in the order, those with which it begins are the last one and prefixes of that.
    while (last && !text.startsWith(last.text)) last = last.prefix;
    last = { text, prefix: last };
    maxLength = Math.max(maxLength, text.length);
    return last;
  });
  return { forms, maxLength };
}

/** Range of a text, from its first unit to behind its last one. */
type Range = [start: number, end: number];

/** Replaces the secrets in a text whose first `masked` units were replaced before. Overlapping secrets are replaced as one. */
function scan(index: Index, text: string, masked: number, isEnd: boolean) {
  const views = [viewLetters(text, false)];
  // Both views: what looks like an escape code may be a secret behind a bracket.
  const openFrom = text.includes(ESCAPE) ? findOpenCode(text) : text.length;
  if (text.includes(ESCAPE)) views.push(viewLetters(isEnd ? text : text.slice(0, openFrom), true));
  const found = views.map((view) => findSecrets(index, view, isEnd));
  const holdFrom = isEnd ? text.length : findHold(openFrom, views, found);
  const heldFrom = text.length - holdFrom > MAX_PENDING ? openFrom : holdFrom;
  const ranges = found.flatMap((each) => each.ranges).filter(([start]) => start < heldFrom);
  if (views.length > 1) ranges.sort(([a], [b]) => a - b);
  const output: string[] = [];
  let maskedTo = masked;
  for (const [start, end] of ranges) {
    if (start >= maskedTo) output.push(text.slice(maskedTo, start), MASK);
    maskedTo = Math.max(maskedTo, end);
  }
  output.push(text.slice(maskedTo, Math.max(maskedTo, heldFrom)));
  const after = { pending: text.slice(heldFrom), masked: Math.max(0, maskedTo - heldFrom) };
  return { text: output.join(""), after: heldFrom < text.length ? after : NOTHING_PENDING };
}

/** Letters of a text, and where they are in it. */
interface View {
  letters: string;
  /** Position in the text. */
  locate: (at: number) => number;
  /** Start of the skipped part around a position of the text, or the position itself. */
  startOfSkipped: (position: number) => number;
}

function viewLetters(text: string, hasCodes: boolean): View {
  const parts: string[] = [];
  /** Parts of letters: where they begin in the text and among the letters. */
  const [positions, starts] = [[0], [0]];
  let [from, count] = [0, 0];
  for (const [start, end] of findGaps(text, hasCodes)) {
    parts.push(text.slice(from, start));
    count += start - from;
    from = end;
    positions.push(from);
    starts.push(count);
  }
  parts.push(text.slice(from));
  return {
    letters: parts.join(""),
    locate: (at) => {
      const part = lastUpTo(starts, at);
      return (positions[part] ?? 0) + at - (starts[part] ?? 0);
    },
    startOfSkipped: (position) => {
      const part = lastUpTo(positions, position);
      const end =
        (positions[part] ?? 0) + (starts[part + 1] ?? Number.POSITIVE_INFINITY) - (starts[part] ?? 0);
      return Math.min(position, end);
    },
  };
}

/** Index of the last number in order that is at most `limit`. */
function lastUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Position from which a text is held back: no secret that continues in the next chunk begins before it. */
function findHold(openFrom: number, views: readonly View[], found: readonly Found[]): number {
  const heldFrom = Math.min(openFrom, ...found.map((each) => each.heldFrom));
  // A chunk must not begin inside of an escape code.
  return heldFrom < openFrom ? (views.at(-1)?.startOfSkipped(heldFrom) ?? heldFrom) : heldFrom;
}

interface Found {
  /** Secrets in order of their starts, as positions of the text. */
  ranges: Range[];
  /** Start of what may be a secret that continues in the next chunk; Number.POSITIVE_INFINITY without one. */
  heldFrom: number;
}

function findSecrets(
  { heads, buckets, beginnings, windows }: Index,
  { letters, locate }: View,
  isEnd: boolean,
): Found {
  const ranges: Range[] = [];
  let heldFrom = Number.POSITIVE_INFINITY;
  let last: Range | undefined;
  const add = (start: number, end: number) => {
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else {
      last = [start, end];
      ranges.push(last);
    }
  };
  const isWindow = windows?.scan(letters);
  for (let at = 0; at < letters.length; at++) {
    if (isWindow?.(at)) {
      add(at, at + WINDOW_LENGTH);
      if (at + WINDOW_LENGTH === letters.length) heldFrom = Math.min(heldFrom, at);
    }
    if (at + HEAD_LENGTH > letters.length) {
      if (beginnings.has(letters.slice(at))) heldFrom = Math.min(heldFrom, at);
      continue;
    }
    const hash = headHash(letters, at);
    if (((heads[hash >> 5] ?? 0) & (1 << (hash & 31))) === 0) continue;
    const bucket = buckets.get(letters.slice(at, at + HEAD_LENGTH));
    if (!bucket) continue;
    const rest = letters.slice(at, at + bucket.maxLength);
    const next = countUpTo(bucket.forms, rest);
    let whole = bucket.forms[next - 1];
    while (whole && !rest.startsWith(whole.text)) whole = whole.prefix;
    if (whole) add(at, at + whole.text.length);
    const isOpen = at + bucket.maxLength > letters.length && bucket.forms[next]?.text.startsWith(rest);
    if (isOpen) heldFrom = Math.min(heldFrom, at);
  }
  return {
    ranges: ranges.map(([start, end]) => [locate(start), locate(end - 1) + 1]),
    heldFrom: isEnd || heldFrom === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : locate(heldFrom),
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

interface WindowSet {
  /** Test of the window at a position of a text. */
  scan: (text: string) => (at: number) => boolean;
}

const [FACTOR, OTHER_FACTOR] = [0x01000193, 0x85ebca6b];
const powerOf = (factor: number): number => {
  let power = 1;
  for (let count = 0; count < WINDOW_LENGTH; count++) power = Math.imul(power, factor);
  return power;
};
const [POWER, OTHER_POWER] = [powerOf(FACTOR), powerOf(OTHER_FACTOR)];

/** Two hashes of each window of a text: its place in a table, and what stands there. */
function hashWindows(text: string): Uint32Array {
  const hashes = new Uint32Array(2 * Math.max(0, text.length - WINDOW_LENGTH + 1));
  let [hash, other] = [0, 0];
  for (let end = 0; end < text.length; end++) {
    const unit = text.charCodeAt(end) + 1;
    const start = end - WINDOW_LENGTH + 1;
    const left = start > 0 ? text.charCodeAt(start - 1) + 1 : 0;
    hash = (Math.imul(hash, FACTOR) + unit - Math.imul(left, POWER)) | 0;
    other = (Math.imul(other, OTHER_FACTOR) + unit - Math.imul(left, OTHER_POWER)) | 0;
    if (start < 0) continue;
    hashes[2 * start] = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hashes[2 * start + 1] = other === 0 ? 1 : other;
  }
  return hashes;
}

/** Set of the windows of texts by hashes of 50 bits and more: a false one masks a part of a line once in a million logs. */
function* buildWindows(texts: readonly string[]): Generator<undefined, WindowSet | null, undefined> {
  if (texts.length === 0) return null;
  const count = texts.reduce((sum, { length }) => sum + length - WINDOW_LENGTH + 1, 0);
  const size = 2 ** Math.ceil(Math.log2(count * 1.4));
  const table = new Uint32Array(size);
  const find = (slot: number, mark: number): number => {
    let at = slot & (size - 1);
    while (table[at] !== 0 && table[at] !== mark) at = (at + 1) & (size - 1);
    return at;
  };
  for (const text of texts) {
    yield;
    const hashes = hashWindows(text);
    for (let at = 0; at < hashes.length; at += 2) {
      const mark = hashes[at + 1] ?? 0;
      table[find(hashes[at] ?? 0, mark)] = mark;
    }
  }
  return {
    scan: (text) => {
      const hashes = hashWindows(text);
      return (at) =>
        2 * at < hashes.length && table[find(hashes[2 * at] ?? 0, hashes[2 * at + 1] ?? 0)] !== 0;
    },
  };
}
