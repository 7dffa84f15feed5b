import { z } from "zod";
import { plainText, reference } from "../platform/text.ts";

const byteCount = () =>
  z
    .string({ error: "must be a string of digits" })
    .regex(/^\d{1,10}$/, "must be 1 to 10 digits")
    .transform(Number);

/** What a worker adds to the log of a build. */
export const AppendLog = z.object({
  workerId: plainText(128, 1),
  /** Where in the log the text begins, in bytes of UTF-8 from the log's start. */
  offset: byteCount(),
  /** Any text is welcome, the empty one too: it asks how long the log is. */
  text: z.string({ error: "must be a string" }),
});
export type AppendLog = z.output<typeof AppendLog>;

/** A part of a log, as a program asks for it. */
export const LogRange = z.object({ offset: byteCount().default(0) });

/** A part of a log, as a page asks for it: from a byte on, so many bytes at the most. */
export const ReadLog = z.object({
  buildId: reference(),
  start: z.number().int().min(0).default(0),
  limit: z.number().int().min(4).max(1_048_576).default(262_144),
});
export type ReadLog = z.output<typeof ReadLog>;

/** A log to be followed as it grows. A reader that was cut off goes on behind the last part it got. */
export const FollowLog = z.object({
  buildId: reference(),
  start: z.number().int().min(0).default(0),
  lastEventId: z
    .string()
    .regex(/^\d{1,10}$/)
    .nullish(),
});
export type FollowLog = z.output<typeof FollowLog>;
