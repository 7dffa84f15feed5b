import { randomUUID } from "node:crypto";
import type { AccessOptions } from "../../api/access.ts";
import type { Message } from "../../api/views.ts";
import { openApi, type Session, unlessStopped, type Work } from "../../session.ts";

/** Writes to the moderators about a listing; they answer where `listing status` and its page show it. */
export async function replyToModerators(
  session: Session,
  listingId: string,
  text: string,
  options: AccessOptions,
): Work {
  const api = openApi(session, options);
  const sending = api.call<Message>({
    method: "POST",
    path: `/api/marketplace/listings/${encodeURIComponent(listingId)}/messages`,
    json: { text },
    headers: { "Idempotency-Key": `cli-${randomUUID()}` },
  });
  const { body: message } = await unlessStopped(session, sending, {
    message: "Stopped before the platform answered; the message may have been sent.",
    hint: `See whether it is there: cli listing status ${listingId}`,
  });
  const { reporter } = session;
  reporter.document(message);
  reporter.print(`${reporter.out.green("✓")} The moderators were told.`);
  reporter.note(`Their answer: cli listing status ${listingId}`);
  return undefined;
}
