import type { QuestionName } from "../questions/all.ts";
import type { Supply } from "../questions/question.ts";

/** What a caller is told to do. */
export interface Order {
  question: QuestionName;
  origin: string;
  /** Stands before every path that is called. */
  prefix: string;
  connections: number;
  seconds: number;
  supply: Supply;
}

/** What it found. */
export interface Outcome {
  answered: number;
  /** Seconds. */
  took: number;
  /** What went wrong, in words; null where every answer was right. */
  failure: string | null;
  /** The share of one processor that the generator itself kept busy. */
  generatorBusy: number;
}
