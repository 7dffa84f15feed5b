import { getSessionUser } from "@/server/auth.ts";
import { forPages, requireUploader } from "@/server/browser-door.ts";
import { createContext } from "@/server/context.ts";
import { validationFailed } from "@/server/errors.ts";
import { fieldProblems } from "@/server/parse.ts";
import { openTenant } from "@/server/tenants/service.ts";
import { IMAGE_LIMITS } from "@/server/themes/image.ts";
import { AltText } from "@/server/themes/input.ts";
import { addPreview } from "@/server/themes/previews.ts";
import { judgeUpload, readUpload } from "@/server/upload.ts";

const RULE = { mediaTypes: ["image/png", "image/jpeg", "image/webp"], limitBytes: IMAGE_LIMITS.bytes };

type Params = { params: Promise<{ tenant: string; themeId: string }> };

/** Takes an image of a theme from its page; the text for whoever does not see it stands in the query. */
export const POST = (request: Request, { params }: Params): Promise<Response> =>
  forPages(getSessionUser, async (_request, visit) => {
    judgeUpload(request, RULE);
    const user = await requireUploader(request, visit);
    const { tenant, themeId } = await params;
    const ctx = await openTenant(createContext(user, visit.requestId), user.userId, tenant);
    const altText = AltText.safeParse(new URL(request.url).searchParams.get("altText") ?? "");
    if (!altText.success) {
      throw validationFailed(
        fieldProblems(altText.error).map((problem) => ({ ...problem, path: "altText" })),
      );
    }
    const bytes = readUpload(request, RULE);
    const image = await addPreview(ctx, { themeId, altText: altText.data, bytes });
    return Response.json(image, { status: 201 });
  })(request);
