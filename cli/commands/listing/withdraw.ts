import { type ApiClient, createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import { getListing, getListingPath } from "@/cli/api/marketplace.ts";
import type { Listing } from "@/cli/api/responses.ts";
import { type CommandContext, canPrompt, requireYes } from "@/cli/context/context.ts";
import { getErrorCode } from "@/cli/context/errors.ts";
import { formatListingStatus } from "@/cli/output/listing.ts";
import { isolateName } from "@/cli/terminal/sanitize.ts";

interface WithdrawOptions extends ConnectionOptions {
  yes?: boolean;
}

/** `cli listing withdraw`: withdraws a listing. A person is asked first, as the version number is lost. */
export async function run(context: CommandContext, listingId: string, options: WithdrawOptions) {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const asks = !options.yes && canPrompt(context);
  if (asks) await confirmWithdrawal(context, await getListing(api, listingId));
  const listing = await withdraw(api, listingId);
  const { dim, green } = reporter.out;
  reporter.printJson(listing);
  reporter.print(`${green("✓")} ${formatListingStatus(listing)}. ${dim(listing.status)}`);
  if (!asks) reporter.info(NOT_REUSABLE);
}

const NOT_REUSABLE = "This version number can't be reused.";

/** @throws CliError unless the person withdraws the listing, or it is withdrawn already */
async function confirmWithdrawal(context: CommandContext, { name, version, status }: Listing): Promise<void> {
  if (status === "WITHDRAWN") return;
  if (status === "APPROVED") context.reporter.warn("It is removed from the marketplace.");
  context.reporter.warn(NOT_REUSABLE);
  await requireYes(context, `Withdraw ${isolateName(name)} ${version}?`, {
    message: "Canceled. Nothing was withdrawn.",
    hint: "Run it again to withdraw.",
  });
}

/** Idempotent: a listing that is already withdrawn, perhaps by a lost response, is a success. */
async function withdraw(api: ApiClient, listingId: string): Promise<Listing> {
  const path = `${getListingPath(listingId)}/withdraw`;
  try {
    return (await api.request<Listing>({ method: "POST", path })).body;
  } catch (error) {
    const isRefused = getErrorCode(error) === "INVALID_TRANSITION";
    const listing = isRefused ? await getListing(api, listingId) : null;
    if (listing?.status === "WITHDRAWN") return listing;
    throw error;
  }
}
