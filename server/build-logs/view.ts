import { z } from "zod";

/** Response to an append: the bytes received, from which the worker goes on. `truncated`: output was dropped. */
export const LogReceipt = z.object({ sizeBytes: z.string(), truncated: z.boolean() });
export type LogReceipt = z.output<typeof LogReceipt>;

/** Slice of a log: whole characters, from byte `start` up to byte `end` of `sizeBytes`. */
export interface LogSlice {
  text: string;
  start: number;
  end: number;
  sizeBytes: number;
  /** The worker may still append. */
  isOpen: boolean;
  /** Output beyond `MAX_LOG_BYTES` was dropped. */
  isTruncated: boolean;
}
