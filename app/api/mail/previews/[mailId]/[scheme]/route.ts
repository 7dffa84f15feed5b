import { createContext } from "@/server/core/context.ts";
import { getMailHtml } from "@/server/domains/notifications/mails/service.ts";
import { MAIL_PREVIEW_POLICY } from "@/server/http/server/content-security-policy.ts";
import { sessionRoute } from "@/server/http/session-route.ts";
import { notFound, sessionExpired } from "@/shared/errors.ts";
import { reference } from "@/shared/text/text.ts";

type Params = { params: Promise<{ mailId: string; scheme: string }> };

/** Media query of a mail's dark colors, and what decides instead of it in a preview. */
const DARK_QUERY = "@media (prefers-color-scheme: dark)";
const SCHEMES = new Map([
  ["light", "@media not all"],
  ["dark", "@media all"],
]);

/**
 * HTML of a mail in light or dark colors, for the frame of its page alone. The policy lets it run and load nothing, and its
 * links open in a new tab.
 */
export const GET = (request: Request, { params }: Params): Promise<Response> =>
  sessionRoute(async (_request, { user, requestId }) => {
    if (!user) throw sessionExpired();
    const { mailId, scheme } = await params;
    const query = SCHEMES.get(scheme);
    if (!query) throw notFound("preview");
    const html = await getMailHtml(createContext(user, requestId), reference().parse(mailId));
    const shown = html
      .replace(DARK_QUERY, query)
      .replace("color-scheme: light dark", `color-scheme: ${scheme}`)
      .replace("<head>", '<head><base target="_blank">');
    return new Response(shown, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": MAIL_PREVIEW_POLICY,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
      },
    });
  })(request);
