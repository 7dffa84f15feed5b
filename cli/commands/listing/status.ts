import { type ApiClient, createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import { findReview, getListing, getMe } from "@/cli/api/marketplace.ts";
import { poll } from "@/cli/api/poll.ts";
import type { Listing } from "@/cli/api/responses.ts";
import type { CommandContext, CommandResult } from "@/cli/context/context.ts";
import { EXIT, type ExitCode } from "@/cli/context/errors.ts";
import { formatListing } from "@/cli/output/listing.ts";
import { formatDuration } from "@/shared/text/format.ts";

export interface WaitOptions {
  wait?: true;
  /** Milliseconds. */
  timeout: number;
}

/** `cli listing status`: details of a listing. With `--wait` the exit code is that of the decision. */
export async function run(
  context: CommandContext,
  listingId: string,
  options: ConnectionOptions & WaitOptions,
): CommandResult {
  const { reporter } = context;
  const api = createApiClient(context, options);
  const initial = await getListing(api, listingId);
  const { tenant } = await getMe(api);
  const listing = options.wait ? await waitForDecision(context, api, initial, options) : initial;
  reporter.printJson(listing);
  const review = await findReview(api, listing.id);
  const page = { baseUrl: api.connection.baseUrl, tenantSlug: tenant.slug };
  reporter.print(formatListing(listing, review, page, reporter.out));
  return options.wait ? EXIT_CODES[listing.status] : EXIT.success;
}

/** Exit code of a command that waited for the decision. */
export const EXIT_CODES: Record<Listing["status"], ExitCode> = {
  APPROVED: EXIT.success,
  PENDING_APPROVAL: EXIT.pending,
  REJECTED: EXIT.rejected,
  WITHDRAWN: EXIT.failure,
  SUSPENDED: EXIT.failure,
};

/** Polls a listing until it is decided. @returns its last state, still pending after the timeout */
export async function waitForDecision(
  context: CommandContext,
  api: ApiClient,
  initial: Listing,
  { timeout: timeoutMs }: WaitOptions,
): Promise<Listing> {
  const { reporter, now } = context;
  if (initial.status !== "PENDING_APPROVAL") return initial;
  const startedAt = now();
  const limit = formatDuration(timeoutMs);
  reporter.info(`Waiting up to ${limit} for a decision. Ctrl-C stops waiting.`);
  const formatPosition = ({ position, pending }: NonNullable<Listing["review"]>) =>
    `${position} of ${pending} in the queue`;
  return poll(context, initial, {
    load: () => getListing(api, initial.id),
    isDone: ({ status }) => status !== "PENDING_APPROVAL",
    timeoutMs,
    label: "Waiting for a decision",
    formatProgress: ({ review: queue }) => {
      const position = queue ? `, ${formatPosition(queue)}` : "";
      return `Waiting for a decision${position} (${formatDuration(now() - startedAt)})`;
    },
    getChange: ({ review: queue }) =>
      queue && { key: queue.position, line: `Position ${formatPosition(queue)}` },
    interrupted: {
      message: "Stopped waiting. The listing is still pending approval.",
      hint: `Resume: cli listing status ${initial.id} --wait`,
    },
  });
}
