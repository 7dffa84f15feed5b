import { ask, type Reply } from "./ask.ts";
import type { RouteHandlers } from "./entry-points.ts";
import type { Account } from "./fixtures.ts";

/** Uploads an archive as the account. */
export function uploadArchive(
  door: RouteHandlers,
  account: Account,
  { bytes, sha256 }: { bytes: Uint8Array<ArrayBuffer>; sha256: string },
): Promise<Reply> {
  const headers = { "Content-Type": "application/gzip" };
  return ask(door, `PUT /api/marketplace/archives/${sha256}`, { as: account, body: bytes, headers });
}
