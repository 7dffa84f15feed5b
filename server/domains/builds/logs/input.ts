import { z } from "zod";
import { plainText, reference } from "@/shared/text/text.ts";

const byteCount = () =>
  z
    .string({ error: "must be a string of digits" })
    .regex(/^\d{1,10}$/, "must be 1 to 10 digits")
    .transform(Number);

/** Chunk of output that a worker appends to the log of a build. */
export const AppendLog = z.object({
  workerId: plainText(128, 1),
  /** Position of the text in the log, in bytes of UTF-8. */
  offset: byteCount(),
  /** Empty text queries the length of the log. */
  text: z.string({ error: "must be a string" }),
});
export type AppendLog = z.output<typeof AppendLog>;

/** Slice of a log: up to `limit` bytes from byte `start`. */
export const ReadLog = z.object({
  buildId: reference(),
  start: z.number().int().min(0).default(0),
  limit: z.number().int().min(4).max(1_048_576).default(262_144),
});
export type ReadLog = z.output<typeof ReadLog>;

/** Stream of a growing log. A client that reconnects resumes after `lastEventId`, the end of its last slice. */
export const FollowLog = z.object({
  buildId: reference(),
  start: z.number().int().min(0).default(0),
  lastEventId: z
    .string()
    .regex(/^\d{1,10}$/)
    .nullish(),
});
export type FollowLog = z.output<typeof FollowLog>;
