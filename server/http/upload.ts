import { withTimeout } from "@/server/core/timeouts.ts";
import { AppError, validationFailed } from "@/shared/errors.ts";
import { formatSizeLimit } from "@/shared/text/format.ts";

export interface UploadRule {
  /** Accepted media types; `ANY_MEDIA_TYPE` accepts all, and a missing one. */
  mediaTypes: readonly string[];
  limitBytes: number;
}

export const ANY_MEDIA_TYPE = "*/*";

/** Idle timeout of an upload: a client that sends nothing for this long gets an error. */
export const IDLE_SENDER_TIMEOUT_MS = 30_000;

/**
 * Checks the headers of an upload before its body is read.
 * @throws AppError `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`
 */
export function checkUploadHeaders({ headers }: Request, { mediaTypes, limitBytes }: UploadRule): void {
  const declared = Number(headers.get("content-length") ?? 0);
  if (declared > limitBytes) throw tooLarge(limitBytes);
  if (mediaTypes.includes(ANY_MEDIA_TYPE)) return;
  const contentType = headers.get("content-type");
  const hasBody = declared > 0 || headers.has("transfer-encoding");
  if (contentType === null && !hasBody) return;
  const essence = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaTypes.includes(essence)) return;
  throw new AppError("UNSUPPORTED_MEDIA_TYPE", `Send the body as ${mediaTypes.join(" or ")}.`);
}

/**
 * Stream of an upload's body, for one pass. Only its pauses are bounded, by `IDLE_SENDER_TIMEOUT_MS`. When the consumer
 * stops early, the rest stays unread: cancelling it would close the connection before the response.
 * @throws AppError `PAYLOAD_TOO_LARGE` at the first byte above the limit; `VALIDATION_FAILED` when the body is
 * incomplete or stalls
 */
export async function* readUpload(request: Request, { limitBytes }: UploadRule): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  let sizeBytes = 0;
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), IDLE_SENDER_TIMEOUT_MS, stalledBody);
      if (done) break;
      sizeBytes += value.byteLength;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      yield value;
    }
  } catch (error) {
    throw error instanceof AppError ? error : incompleteBody("ended early");
  } finally {
    reader.releaseLock();
  }
  const declared = request.headers.get("content-length");
  const isShort = declared !== null && sizeBytes < Number(declared);
  // The body of a client that disconnected may look complete.
  if (isShort || request.signal.aborted) throw incompleteBody("ended early");
}

const stalledBody = () => incompleteBody("timed out");

const incompleteBody = (how: string) => validationFailed([{ path: "", message: `the body ${how}` }]);

const tooLarge = (limitBytes: number) =>
  new AppError("PAYLOAD_TOO_LARGE", `The body must be at most ${formatSizeLimit(limitBytes)}.`);
