import type { BillingEventState } from "@/shared/vocabulary.ts";

export const canReprocessEvent = (state: BillingEventState): boolean => state !== "RECEIVED";

export const canIgnoreEvent = (state: BillingEventState): boolean =>
  state === "FAILED" || state === "WAITING" || state === "RECEIVED";
