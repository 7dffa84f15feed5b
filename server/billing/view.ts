import { z } from "zod";

/** The answer to a payment provider's delivery (contract of the webhooks). */
export const Receipt = z.object({ received: z.literal(true), duplicate: z.boolean() });
export type Receipt = z.output<typeof Receipt>;
