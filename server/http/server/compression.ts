import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

/** Smaller bodies fit into one packet. */
const MIN_COMPRESSED_BYTES = 1_024;
/** Fast rather than small, since compression adds to the response time. */
const GZIP_LEVEL = 3;

/** Gzip compression of JSON responses by `Accept-Encoding` (RFC 9110, 12.5.3). Streams and other media types stay as they are. */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  if (!isJson || response.headers.has("transfer-encoding")) return response;
  response.headers.append("Vary", "Accept-Encoding");
  if (!acceptsGzip(request.headers.get("accept-encoding") ?? "")) return response;
  const { status, headers } = response;
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length < MIN_COMPRESSED_BYTES) return new Response(body, { status, headers });
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
  return new Response(new Uint8Array(await compress(body, { level: GZIP_LEVEL })), { status, headers });
}

function acceptsGzip(accepted: string): boolean {
  const weights = accepted.split(",").map((offer) => {
    const [name = "", ...parameters] = offer.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    return [name, Number(weight)] as const;
  });
  const offers = new Map(weights);
  return (offers.get("gzip") ?? offers.get("*") ?? 0) > 0;
}
