import { Readable } from "node:stream";
import { systemContext } from "@/server/core/context.ts";
import { openPreview } from "@/server/domains/items/themes/open-preview.ts";
import { PICTURE_POLICY } from "@/server/http/server/content-security-policy.ts";
import { sessionRoute } from "@/server/http/session-route.ts";
import { reference } from "@/shared/text/text.ts";

type Params = { params: Promise<{ previewId: string; width: string }> };

const ONE_YEAR_S = 31_536_000;

/** Preview image of a theme. The content of a URL never changes, so it is cached for a year. */
export const GET = (request: Request, { params }: Params): Promise<Response> =>
  sessionRoute(async (_request, { user }) => {
    const { previewId, width } = await params;
    const key = {
      previewId: reference().parse(previewId),
      width: /^\d{1,5}$/.test(width) ? Number(width) : 0,
    };
    const { body, sizeBytes, isPublic } = await openPreview(systemContext("previews"), user, key);
    const stream = Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>;
    return new Response(stream, {
      headers: {
        "Content-Type": "image/webp",
        "Content-Length": String(sizeBytes),
        "Content-Disposition": `inline; filename="${key.previewId}-${key.width}.webp"`,
        "Cache-Control": `${isPublic ? "public" : "private"}, max-age=${ONE_YEAR_S}, immutable`,
        "Content-Security-Policy": PICTURE_POLICY,
        "Cross-Origin-Resource-Policy": "same-origin",
      },
    });
  })(request);
