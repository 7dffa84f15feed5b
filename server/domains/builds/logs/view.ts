import { z } from "zod";

/** Response to an append: the bytes received, the offset of the next append. `truncated`: output was dropped. */
export const LogReceipt = z.object({ sizeBytes: z.string(), truncated: z.boolean() });
export type LogReceipt = z.output<typeof LogReceipt>;

/** Arrival of output: its position in a text, in UTF-16 units, and the time in seconds since 1970. */
export type TextArrival = [position: number, seconds: number];

/** Slice of a log: whole characters, from byte `start` up to byte `end` of `sizeBytes`. */
export interface LogSlice {
  text: string;
  start: number;
  end: number;
  sizeBytes: number;
  /** By position; empty if the times are unknown. */
  arrivals: TextArrival[];
  /** The worker may still append. */
  isOpen: boolean;
  /** Output beyond `MAX_LOG_BYTES` was dropped. */
  isTruncated: boolean;
}
