import type { Command } from "commander";
import { withApi, withWait } from "./options.ts";

export function defineListingCommands(program: Command): void {
  const listing = program
    .command("listing")
    .helpCommand(false)
    .description("view, discuss or withdraw a submission");

  withWait(withApi(listing.command("status")))
    .description("show status, queue position and decision")
    .argument("<listingId>");

  withApi(listing.command("withdraw"))
    .description("withdraw a listing; its version can't be reused")
    .argument("<listingId>");

  withApi(listing.command("reply"))
    .description("send a message to the moderators")
    .argument("<listingId>")
    .argument("<text>", "message");
}
