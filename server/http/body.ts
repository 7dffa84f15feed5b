import { AppError, STATUS_OF_KIND, toAppError } from "@/shared/errors.ts";
import { formatSizeLimit } from "@/shared/text/format.ts";

/** JSON body before it is parsed: credentials are checked first. */
export interface JsonBody {
  text: string;
  /** The bytes as received, for signatures. */
  bytes: Uint8Array;
  /** @throws AppError `MALFORMED_JSON` */
  json: () => unknown;
}

/**
 * Reader of a JSON body, up to `limitBytes`.
 * @throws AppError `PAYLOAD_TOO_LARGE` before the rest is read, `UNSUPPORTED_MEDIA_TYPE`
 */
export async function readJson(request: Request, limitBytes: number): Promise<JsonBody> {
  const bytes = await readBody(request, limitBytes);
  const text = decode(bytes);
  if (bytes.byteLength > 0) requirePlainJson(request.headers);
  return { text: text ?? "", bytes, json: () => parseJson(text) };
}

/**
 * Reader of a body as bytes, up to `limitBytes`.
 * @throws AppError `PAYLOAD_TOO_LARGE` before the rest is read, `MALFORMED_JSON` when the client disconnects
 */
export async function readBody(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limitBytes) throw tooLarge(limitBytes);
  return readBytes(request, declared, limitBytes);
}

function parseJson(text: string | null): unknown {
  if (text === null) throw malformed("The body is not valid UTF-8.");
  if (text === "") throw malformed("The body is empty. Send a JSON object.");
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${(error as Error).message}.`);
  }
}

async function readBytes(
  request: Request,
  declared: number,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await (declared > 0 ? readFully(request) : readChunks(request, limitBytes));
  if (bytes.byteLength > limitBytes) throw tooLarge(limitBytes);
  return new Uint8Array(bytes);
}

/** The body as text with its byte order mark, or null when it is not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Reader of a body with `Content-Length`, which HTTP enforces. Faster than a stream. */
async function readFully(request: Request): Promise<ArrayBuffer> {
  try {
    return await request.arrayBuffer();
  } catch {
    throw incompleteBody();
  }
}

async function readChunks(request: Request, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limitBytes) throw tooLarge(limitBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : incompleteBody();
  }
  return Buffer.concat(chunks);
}

function requirePlainJson(headers: Headers): void {
  const essence = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (essence !== "application/json") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json.");
  }
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body without Content-Encoding.");
  }
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const malformed = (detail: string) => new AppError("MALFORMED_JSON", detail);

const incompleteBody = () => malformed("The body ended early.");

const tooLarge = (limitBytes: number) =>
  new AppError("PAYLOAD_TOO_LARGE", `The body must be at most ${formatSizeLimit(limitBytes)}.`);

/**
 * Body limit for libraries that read without one (tRPC, next-auth): reads the body and passes it on. A body that is too
 * large or incomplete gets its error response here.
 */
export async function withBufferedBody(
  request: Request,
  limitBytes: number,
  handle: (body: Uint8Array<ArrayBuffer>) => Promise<Response>,
): Promise<Response> {
  let body: Uint8Array<ArrayBuffer>;
  try {
    body = await readBody(request, limitBytes);
  } catch (error) {
    const { kind, message } = toAppError(error);
    return Response.json({ error: { message } }, { status: STATUS_OF_KIND[kind] });
  }
  return handle(body);
}
