import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { getClientAddress } from "@/server/auth/rate-limits/client-address.ts";
import { isCrossOrigin } from "@/server/auth/same-origin.ts";
import { createContext } from "@/server/core/context.ts";
import { CreateItemReport } from "@/server/domains/moderation/item-reports/input.ts";
import { createItemReport } from "@/server/domains/moderation/item-reports/service.ts";
import { readBody } from "@/server/http/body.ts";
import { fieldProblems } from "@/server/http/parse-input.ts";
import { sessionRoute } from "@/server/http/session-route.ts";
import { AppError, toAppError, validationFailed } from "@/shared/errors.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";

/** Text of the maximum length, each character as nine bytes of a form. */
const MAX_FORM_BYTES = 32 * 1_024;

type Params = { params: Promise<{ type: string; slug: string }> };

const TYPES = new Map<string, string>(Object.entries(LISTING_TYPE_OF_SEGMENT));

/**
 * Form of a problem report about a marketplace item, so that its page works without script: answers with a redirect to the
 * page, whose query says what became of the report.
 */
export async function POST(request: Request, { params }: Params): Promise<Response> {
  const { type, slug } = await params;
  const page = `${MARKET_PATH}/${encodeURIComponent(type)}/${encodeURIComponent(slug)}/report`;
  const post = sessionRoute(async ({ headers }, { user, requestId }) => {
    try {
      requireFormOfThisOrigin(headers);
      const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, MAX_FORM_BYTES)));
      const fields = { type: TYPES.get(type), slug, reason: form.get("reason"), text: form.get("text") };
      const input = CreateItemReport.safeParse(fields);
      if (!input.success) throw validationFailed(fieldProblems(input.error));
      const ctx = createContext(user ?? { kind: "system", name: "public" }, requestId);
      await createItemReport(ctx, input.data, getClientAddress(headers));
      return redirectTo(`${page}?sent=1`);
    } catch (thrown) {
      const { code } = toAppError(thrown);
      if (code !== "VALIDATION_FAILED" && code !== "RATE_LIMITED") throw thrown;
      return redirectTo(`${page}?problem=${code}`);
    }
  });
  return post(request);
}

/** Only a form of this origin may send a report under the name of the session's user. */
function requireFormOfThisOrigin(headers: Headers): void {
  const mediaType = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body as application/x-www-form-urlencoded.");
  }
  const isForeign = headers.get("origin") === null || isCrossOrigin(headers);
  if (isForeign) throw new AppError("PERMISSION_DENIED", "Cross-origin requests are not allowed.");
}

const redirectTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location } });
