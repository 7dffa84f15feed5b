import { z } from "zod";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { pageFields } from "@/shared/text/fields.ts";
import { plainText, reference, singleLineText } from "@/shared/text/text.ts";
import { CHANNEL_EVENT_TYPES, CHANNEL_SIGNINGS, DELIVERY_STATES } from "@/shared/vocabulary.ts";

const HttpUrl = plainText(2_048, 1).refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), {
  message: "must be an http or https URL",
});

const ChannelFields = z.object({
  name: singleLineText(MAX_NAME_LENGTH),
  url: HttpUrl,
  /** Null for all types, including future ones. */
  eventTypes: z
    .array(z.enum(CHANNEL_EVENT_TYPES, { error: "is not an event type" }))
    .min(1, "select at least one event type")
    .transform((types) => [...new Set(types)])
    .nullable(),
  /** Null for all tenants. */
  tenantId: reference().nullable(),
});

export const CreateChannel = ChannelFields.extend({ signing: z.enum(CHANNEL_SIGNINGS) });
export type CreateChannel = z.output<typeof CreateChannel>;

export const UpdateChannel = ChannelFields.extend({ channelId: reference() });
export type UpdateChannel = z.output<typeof UpdateChannel>;

export const ChannelKey = z.object({ channelId: reference() });

/** Actions on parked deliveries: send all, send the newest of each subject and drop the others, or drop all. */
export const PARKED_ACTIONS = ["SEND_ALL", "SEND_NEWEST", "DROP"] as const;

export const ResolveParked = ChannelKey.extend({ action: z.enum(PARKED_ACTIONS) });
export type ResolveParked = z.output<typeof ResolveParked>;

export const ListDeliveries = ChannelKey.extend({
  state: z.array(z.enum(DELIVERY_STATES)).default([]),
  ...pageFields(25),
});
export type ListDeliveries = z.output<typeof ListDeliveries>;

export const DeliveryKey = z.object({ deliveryId: reference() });

export const RedeliverFailed = ChannelKey.extend({
  since: z.iso.datetime({ error: "must be a timestamp" }),
});
export type RedeliverFailed = z.output<typeof RedeliverFailed>;
