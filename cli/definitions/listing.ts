import type { CommandDefinition } from "./command.ts";
import { withApi, withWait } from "./options.ts";

export const defineListingCommands: CommandDefinition = (program, load) => {
  const listing = program
    .command("listing")
    .helpCommand(false)
    .description("view, discuss or withdraw a submission");

  withWait(withApi(listing.command("status")))
    .description("show status, queue position and decision")
    .argument("<listingId>")
    .action(load(() => import("../commands/listing/status.ts")));

  withApi(listing.command("withdraw"))
    .description("withdraw a listing; its version can't be reused")
    .argument("<listingId>")
    .action(load(() => import("../commands/listing/withdraw.ts")));

  withApi(listing.command("reply"))
    .description("send a message to the moderators")
    .argument("<listingId>")
    .argument("<text>", "message")
    .action(load(() => import("../commands/listing/reply.ts")));
};
