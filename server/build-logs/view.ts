import { z } from "zod";

/** The answer to a worker's words: how long the log is now, and whether its end was cut off. */
export const LogReceipt = z.object({ sizeBytes: z.string(), truncated: z.boolean() });
export type LogReceipt = z.output<typeof LogReceipt>;

/** A part of a log for programs. The next one begins at `nextOffset`; an open log may grow. */
export const LogPart = z.object({
  text: z.string(),
  offset: z.string(),
  nextOffset: z.string(),
  sizeBytes: z.string(),
  open: z.boolean(),
  truncated: z.boolean(),
});
export type LogPart = z.output<typeof LogPart>;

/** A part of a log for pages: whole characters, from byte `start` up to byte `end` of `sizeBytes`. */
export interface LogSlice {
  text: string;
  start: number;
  end: number;
  sizeBytes: number;
  /** Whether the worker may still add to it. */
  isOpen: boolean;
  /** Whether the worker had more to say than is kept. */
  isTruncated: boolean;
}
