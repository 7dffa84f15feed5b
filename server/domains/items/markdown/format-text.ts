import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ChildProgram, callChild } from "@/server/core/child-program.ts";
import { withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import { log } from "@/server/core/log.ts";
import { AppError } from "@/shared/errors.ts";
import { firstCharacters } from "@/shared/text/truncate.ts";
import { type MarkdownDocument, plainDocument } from "./policy.ts";
import type { UnparsedText } from "./readme.ts";

/** The costliest text within the limits takes about a second (`bench/markdown.ts`). The rest is for the start of the program on a busy machine. */
const FORMAT_TIMEOUT_MS = 20_000;
const MAX_HEAP_MB = 256;
const MAX_ATTEMPTS = 2;
const MAX_PLAIN_LENGTH = 120_000;

const FOLDER = join(fileURLToPath(import.meta.url), "..");

const FORMATTER = {
  name: "formatter",
  module: join(FOLDER, "../../../run.mjs"),
  args: ["server/domains/items/markdown/format-process.ts"],
  execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
  timeoutMs: FORMAT_TIMEOUT_MS,
  createError: () => new AppError("UNAVAILABLE", "The text was not formatted in time."),
};

/** One text after the other, so that none waits within the time of another. */
const LIMIT = {
  name: "formatter",
  maxRunning: 1,
  maxQueued: 1_000,
  maxWaitMs: 600_000,
  createError: () => new AppError("UNAVAILABLE", "Too many texts are being formatted."),
};

/**
 * Documents of Markdown, parsed in a child process with limits of time and memory. A text that exceeds them twice becomes plain
 * text with a note, as one beyond the limits of `parseMarkdown`.
 * @throws AppError `UNAVAILABLE` if too many texts wait
 */
export function formatText(
  work: UnparsedText,
  program: ChildProgram = FORMATTER,
): Promise<MarkdownDocument[]> {
  return withConcurrencyLimit(LIMIT, async () => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      try {
        return toStorable(await callChild<MarkdownDocument[]>(program, work));
      } catch (error) {
        log().warn({ err: error, attempt, length: work.source.length }, "a text could not be formatted");
      }
    }
    return [plainDocument(firstCharacters(work.source, MAX_PLAIN_LENGTH))];
  });
}

/** Copy without what PostgreSQL cannot store in JSON: NUL and half surrogate pairs. */
export const toStorable = <T extends object>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "string" ? part.replaceAll("\0", "").toWellFormed() : part,
  ) as T;
