import type { EntryPoint } from "./entry-points.ts";
import type { Account } from "./fixtures.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

export function uploadArchive(
  entryPoint: EntryPoint,
  account: Account,
  { bytes, sha256 }: { bytes: Uint8Array<ArrayBuffer>; sha256: string },
): Promise<HttpResponse> {
  const headers = { "Content-Type": "application/gzip" };
  return sendRequest(entryPoint, `PUT /api/marketplace/archives/${sha256}`, {
    as: account,
    body: bytes,
    headers,
  });
}
