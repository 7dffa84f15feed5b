import type { BillingEventState, PaymentProvider } from "@/db/schema/vocabulary.ts";
import { listHref } from "../../../_ui/list/list-url";
import { BILLING_PATH } from "../../_components/paths";

/** What the inbox shows; all of it stands in the URL. */
export interface EventsView {
  state: BillingEventState[];
  provider: PaymentProvider[];
  cursor?: string | undefined;
}

export const eventsHref = ({ state, provider, cursor }: Partial<EventsView>): string =>
  listHref(BILLING_PATH, { state, provider, cursor });

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export const eventsInput = ({ state, provider, cursor }: EventsView) => ({
  state,
  provider,
  ...(cursor && { cursor }),
});
