import type { Problem } from "../../_trpc/problem";

/** The problems of a refused form by field. The server judges what is filled in: its rules need not be loaded here. */
export const fieldErrors = ({ fields }: Problem): Record<string, string> =>
  Object.fromEntries(fields.map(({ path, message }) => [fieldOf(path), sentence(message)]));

/** A problem inside a list (`permissions.0`) belongs to the list's field. */
export const fieldOf = (path: string): string => path.split(".")[0] ?? path;

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
