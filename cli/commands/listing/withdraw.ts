import type { AccessOptions } from "../../api/access.ts";
import type { Api } from "../../api/api.ts";
import type { Listing } from "../../api/views.ts";
import { Failure } from "../../failure.ts";
import { openApi, type Session, type Work } from "../../session.ts";
import { sentenceOf } from "./describe.ts";
import { readListing } from "./follow.ts";

/** Takes a listing back. One that is withdrawn already, perhaps by a try whose answer was lost, is no failure. */
export async function withdrawListing(session: Session, listingId: string, options: AccessOptions): Work {
  const api = openApi(session, options);
  const listing = await withdraw(api, listingId);
  const { reporter } = session;
  reporter.document(listing);
  reporter.print(`${reporter.out.green("✓")} ${sentenceOf(listing)}. ${reporter.out.dim(listing.status)}`);
  reporter.note("Its version number stays used; hand in a higher one when it is ready.");
  return undefined;
}

async function withdraw(api: Api, listingId: string): Promise<Listing> {
  const path = `/api/marketplace/listings/${encodeURIComponent(listingId)}/withdraw`;
  try {
    return (await api.call<Listing>({ method: "POST", path })).body;
  } catch (error) {
    const isRefused = error instanceof Failure && error.details.code === "INVALID_TRANSITION";
    const listing = isRefused ? await readListing(api, listingId) : null;
    if (listing?.status === "WITHDRAWN") return listing;
    throw error;
  }
}
