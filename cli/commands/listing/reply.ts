import { randomUUID } from "node:crypto";
import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import { getListingPath } from "@/cli/api/marketplace.ts";
import { type CommandContext, withInterruptMessage } from "@/cli/context/context.ts";

/** `cli listing reply`: sends a message to the moderators. */
export async function run(
  context: CommandContext,
  listingId: string,
  text: string,
  options: ConnectionOptions,
) {
  const { reporter } = context;
  const sending = createApiClient(context, options).request({
    method: "POST",
    path: `${getListingPath(listingId)}/messages`,
    json: { text },
    headers: { "Idempotency-Key": `cli-${randomUUID()}` },
  });
  const { body: message } = await withInterruptMessage(context, sending, {
    message: "Stopped before a response. The message may have been sent.",
    hint: `Check: cli listing status ${listingId}`,
  });
  reporter.printJson(message);
  reporter.print(`${reporter.out.green("✓")} Message sent to moderators`);
  reporter.info(`Replies: cli listing status ${listingId}`);
}
