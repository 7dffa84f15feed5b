import { z } from "zod";

/** The answer to a payment provider's delivery (contract of the webhooks). */
export const WebhookReceipt = z.object({ received: z.literal(true), duplicate: z.boolean() });
export type WebhookReceipt = z.output<typeof WebhookReceipt>;
