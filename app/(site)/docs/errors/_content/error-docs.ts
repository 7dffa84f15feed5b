import type { ErrorCode } from "@/server/platform/errors.ts";
import { refusedRequests } from "./refused-requests";
import { refusedStates } from "./refused-states";

/** What a reader who met an error needs: what it says, where it comes from and what to do. Code in backticks. */
export interface ErrorPage {
  meaning: string;
  causes: readonly string[];
  cures: readonly string[];
}

/** A page for every code: one that is missing does not compile. */
export const ERROR_PAGES: Record<ErrorCode, ErrorPage> = { ...refusedRequests, ...refusedStates };
