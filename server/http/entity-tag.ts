import { createHash } from "node:crypto";

/** A weak entity tag (RFC 9110, 8.8.3) of a representation. */
export function weakEntityTag(representation: string): string {
  return `W/"${createHash("sha1").update(representation).digest("base64url")}"`;
}

/** Whether an `If-None-Match` header names the tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (!header) return false;
  if (header === tag || header.trim() === "*") return true;
  const opaque = opaqueTag(tag);
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => opaqueTag(candidate) === opaque);
}

const opaqueTag = (tag: string) => tag.replace(/^W\//, "");
