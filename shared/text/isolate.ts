/** Letters, digits and marks of scripts that run from right to left, by their blocks in Unicode. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/**
 * Name for a line of plain text, such as a title or a subject: one that runs from right to left is isolated (Unicode UAX #9,
 * FSI and PDI), so that a version beside it keeps its order. Elements are isolated by `bdi`.
 */
export const isolate = (name: string): string => (isRightToLeft(name) ? `\u2068${name}\u2069` : name);
