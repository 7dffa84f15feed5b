import { AppError, validationFailed } from "../platform/errors.ts";

/** What a route takes as a body of raw bytes. */
export interface UploadRule {
  /** Those that are taken; one that is called `ANY_MEDIA_TYPE` takes all, and bodies without. */
  mediaTypes: readonly string[];
  limitBytes: number;
}

export const ANY_MEDIA_TYPE = "*/*";

/** A sender who is silent for so long is given up. */
export const IDLE_SENDER_TIMEOUT_MS = 30_000;

/**
 * Judges the head of an upload; nothing of its body is read yet.
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
 * The body of an upload as it arrives, once. How fast it does is up to its sender, as long as it goes on.
 * What is left when the reader stops is neither read nor cut off here: that would also cut off the answer.
 * @throws AppError `PAYLOAD_TOO_LARGE` at the first byte above the limit; `VALIDATION_FAILED` when the body breaks off or
 * stops arriving
 */
export async function* readUpload(request: Request, { limitBytes }: UploadRule): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  let sizeBytes = 0;
  try {
    for (;;) {
      const { done, value } = await soon(reader.read());
      if (done) break;
      sizeBytes += value.byteLength;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      yield value;
    }
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff("broke off");
  } finally {
    reader.releaseLock();
  }
  const declared = request.headers.get("content-length");
  const isShort = declared !== null && sizeBytes < Number(declared);
  // Of a sender who has hung up, what came before may look whole.
  if (isShort || request.signal.aborted) throw brokenOff("broke off");
}

function soon<T>(piece: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(brokenOff("stopped arriving")), IDLE_SENDER_TIMEOUT_MS);
    piece.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const brokenOff = (how: string) => validationFailed([{ path: "", message: `the body ${how}` }]);

const tooLarge = (limitBytes: number) =>
  new AppError("PAYLOAD_TOO_LARGE", `The body may be up to ${limitBytes} bytes long.`);
