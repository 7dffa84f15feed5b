/** Headers of a request or response as lines, "name: value". */
export const formatHeaders = (headers: Record<string, string> | null): string[] =>
  Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
