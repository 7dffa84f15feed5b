import { Readable } from "node:stream";
import { systemContext } from "@/server/core/context.ts";
import { openPicture } from "@/server/domains/items/archives/pictures.ts";
import { PICTURE_POLICY } from "@/server/http/server/content-security-policy.ts";
import { sessionRoute } from "@/server/http/session-route.ts";

type Params = { params: Promise<{ sha256: string; index: string; width: string }> };

const ONE_YEAR_S = 31_536_000;

/** Picture of an archive, re-encoded. The content of a URL never changes, so it is cached for a year. */
export const GET = (request: Request, { params }: Params): Promise<Response> =>
  sessionRoute(async (_request, { user }) => {
    const { sha256, index, width } = await params;
    const key = { sha256, index: toNumber(index), width: toNumber(width) };
    const { body, sizeBytes, isPublic } = await openPicture(systemContext("pictures"), user, key);
    const stream = Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>;
    return new Response(stream, {
      headers: {
        "Content-Type": "image/webp",
        "Content-Length": String(sizeBytes),
        "Content-Disposition": `inline; filename="${key.index}-${key.width}.webp"`,
        "Cache-Control": `${isPublic ? "public" : "private"}, max-age=${ONE_YEAR_S}, immutable`,
        "Content-Security-Policy": PICTURE_POLICY,
        ...(isPublic
          ? { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" }
          : { "Cross-Origin-Resource-Policy": "same-origin" }),
      },
    });
  })(request);

const toNumber = (text: string): number => (/^\d{1,5}$/.test(text) ? Number(text) : -1);
