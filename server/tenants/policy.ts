const MAX_BASE_LENGTH = 40;

/** The slug that a name suggests: its Latin letters and digits; names that have none are a tenant like any other. */
export function slugFor(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, MAX_BASE_LENGTH)
    .replace(/-+$/, "");
  return words.length >= 3 ? words : words === "" ? "tenant" : `team-${words}`;
}
