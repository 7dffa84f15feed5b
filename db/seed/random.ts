import { v7 as uuidv7 } from "uuid";

/** Seeded random generator: the same name gives the same sequence everywhere. */
export interface Random {
  /** In [0, 1). */
  unit(): number;
  /** Uniform; both ends are included. */
  integer(lowest: number, highest: number): number;
  happens(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Log-normal, as durations and sizes are distributed. */
  logNormal(median: number, sigma: number): number;
  hex(digits: number): string;
  /** UUID version 7 of an instant. */
  uuid(at: Date): string;
}

/** Generator for one planner. With separate generators a change of one planner does not affect the others. */
export function createRandom(name: string): Random {
  const unit = mulberry32(hash(name));
  const integer = (lowest: number, highest: number) => lowest + Math.floor(unit() * (highest - lowest + 1));
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  return {
    unit,
    integer,
    happens: (probability) => unit() < probability,
    pick: <T>(choices: readonly T[]) => choices[integer(0, choices.length - 1)] as T,
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    hex: (digits) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join(""),
    uuid: (at) =>
      uuidv7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => integer(0, 255)) }),
  };
}

/** Mulberry32 by Tommy Ettinger: 32 bits of state. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
