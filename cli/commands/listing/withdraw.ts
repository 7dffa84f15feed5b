import { type ApiClient, createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import { getListing, getListingPath } from "@/cli/api/marketplace.ts";
import type { Listing } from "@/cli/api/responses.ts";
import type { CommandContext } from "@/cli/context/context.ts";
import { getErrorCode } from "@/cli/context/errors.ts";
import { formatListingStatus } from "@/cli/output/listing.ts";

/** `cli listing withdraw`: withdraws a listing. */
export async function run(context: CommandContext, listingId: string, options: ConnectionOptions) {
  const { reporter } = context;
  const listing = await withdraw(createApiClient(context, options), listingId);
  const { dim, green } = reporter.out;
  reporter.printJson(listing);
  reporter.print(`${green("✓")} ${formatListingStatus(listing)}. ${dim(listing.status)}`);
  reporter.info("This version number can't be reused.");
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
