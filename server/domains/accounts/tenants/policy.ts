const MAX_SLUG_LENGTH = 40;

/** Slug of a name: its Latin letters and digits, at least three characters; `tenant` for a name without any. */
export function toSlug(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/-$/, "");
  return words.length >= 3 ? words : words === "" ? "tenant" : `team-${words}`;
}
