import { ERROR_CODES, type ErrorCode } from "@/server/platform/errors.ts";

export const ERRORS_PATH = "/docs/errors";

/** All codes, in the order of their statuses. */
export const errorCodes = Object.keys(ERROR_CODES) as ErrorCode[];

/** The address that `type` of a problem document gives: the code in lower-case kebab form. */
export const errorPath = (code: ErrorCode): string => `${ERRORS_PATH}/${segmentOfCode(code)}`;

export const segmentOfCode = (code: ErrorCode): string => code.toLowerCase().replaceAll("_", "-");

export const codeOfSegment = (segment: string): ErrorCode | undefined =>
  errorCodes.find((code) => segmentOfCode(code) === segment);
