import type { AccessOptions } from "../../api/access.ts";
import type { Me } from "../../api/views.ts";
import { EXIT } from "../../failure.ts";
import { openApi, type Session, type Work } from "../../session.ts";
import { requireWait } from "../require-wait.ts";
import { describeListing } from "./describe.ts";
import { findReview, followDecision, outcomeOf, readListing } from "./follow.ts";

export interface StatusOptions extends AccessOptions {
  wait?: true;
  timeout?: number;
}

/** Shows a listing; with `--wait` after the decision, which then says what the program ends with. */
export async function showListing(session: Session, listingId: string, options: StatusOptions): Work {
  requireWait(options);
  const api = openApi(session, options);
  const found = await readListing(api, listingId);
  const { body: me } = await api.call<Me>({ method: "GET", path: "/api/me" });
  const listing = options.wait ? await followDecision(session, api, found, options.timeout) : found;
  session.reporter.document(listing);
  const review = await findReview(api, listing.id);
  const place = { baseUrl: api.access.baseUrl, tenantSlug: me.tenant.slug };
  session.reporter.print(describeListing(listing, session.reporter, place, review));
  return options.wait ? outcomeOf(listing) : EXIT.done;
}
