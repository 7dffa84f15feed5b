import type { RouterOutputs } from "@/app/_trpc/client.tsx";

/** Build as its page shows it. */
export type BuildDetail = RouterOutputs["builds"]["get"];
