import { addPreview } from "@/server/domains/items/themes/previews.ts";
import { fieldProblems } from "@/server/http/parse-input.ts";
import { sessionUploadRoute } from "@/server/http/session-route.ts";
import { validationFailed } from "@/shared/errors.ts";
import { IMAGE_LIMITS } from "@/shared/plugin/images/limits.ts";
import { AltText } from "@/shared/plugin/theme-config.ts";

const RULE = {
  mediaTypes: ["image/png", "image/jpeg", "image/webp"],
  limitBytes: IMAGE_LIMITS.bytes,
  limit: "images",
} as const;

type Params = { params: Promise<{ tenant: string; themeId: string }> };

/** Upload of a theme's preview image; its alternative text is in the query. */
export async function POST(request: Request, { params }: Params): Promise<Response> {
  const { tenant, themeId } = await params;
  const takeImage = sessionUploadRoute(RULE, tenant, async (ctx, bytes) => {
    const altText = AltText.safeParse(new URL(request.url).searchParams.get("altText") ?? "");
    if (!altText.success) {
      throw validationFailed(
        fieldProblems(altText.error).map((problem) => ({ ...problem, path: "altText" })),
      );
    }
    const image = await addPreview(ctx, { themeId, altText: altText.data, bytes });
    return Response.json(image, { status: 201 });
  });
  return takeImage(request);
}
