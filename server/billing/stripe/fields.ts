/** Stripe's instants are seconds; the result is ISO 8601. */
export function instantOf(seconds: number | null | undefined): string | null {
  if (typeof seconds !== "number" || seconds < 0 || seconds > 99_999_999_999) return null;
  return new Date(Math.floor(seconds) * 1_000).toISOString();
}

/** One value of an object's metadata, where it is text. */
export function named(metadata: Record<string, unknown> | null | undefined, key: string): string | null {
  const value = metadata?.[key];
  return typeof value === "string" ? value : null;
}

export const present = (...ids: (string | null | undefined)[]): string[] =>
  ids.filter((id) => typeof id === "string" && id !== "") as string[];
