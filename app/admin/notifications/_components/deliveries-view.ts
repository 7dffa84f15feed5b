import type { DeliveryState } from "@/db/schema/vocabulary.ts";
import { listHref } from "../../../_ui/list/list-url";
import { channelPath } from "../../_components/paths";

/** What the list of a channel's deliveries shows; all of it stands in the URL. */
export interface DeliveriesView {
  channelId: string;
  state: DeliveryState[];
  cursor?: string | undefined;
}

export const deliveriesHref = ({ channelId, state, cursor }: DeliveriesView): string =>
  listHref(channelPath(channelId), { state, cursor });

/** The same for the server's page and the browser's table. */
export const deliveriesInput = ({ channelId, state, cursor }: DeliveriesView) => ({
  channelId,
  state,
  ...(cursor && { cursor }),
});
