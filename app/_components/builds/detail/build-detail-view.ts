import type { RouterOutputs } from "../../../_trpc/client";

/** Build as its page shows it. */
export type BuildDetail = RouterOutputs["builds"]["get"];
