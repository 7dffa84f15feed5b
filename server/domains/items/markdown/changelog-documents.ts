import { and, asc, eq, gt, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { changelogDocuments, listings } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { waitForIdle } from "@/server/queue/wait-for-idle.ts";
import { formatText } from "./format-text.ts";
import { type MarkdownDocument, PARSER_VERSION } from "./policy.ts";
import type { UnparsedText } from "./readme.ts";

const BATCH_SIZE = 100;
const IDLE_TIMEOUT_MS = 5_000;

type ParsedListing = { id: string; tenantId: string; changelog: string | null };

/** Parses the changelog of a listing and saves the document. Idempotent. */
export async function saveChangelogDocument(ctx: Context, { id, tenantId, changelog }: ParsedListing) {
  if (changelog === null) return;
  const [document] = await formatText(toChangelogText({ id, changelog }));
  const row = { listingId: id, tenantId, parserVersion: PARSER_VERSION, document };
  await writeUnaudited(ctx, (tx) =>
    tx
      .insert(changelogDocuments)
      .values(row)
      .onConflictDoUpdate({ target: changelogDocuments.listingId, set: row }),
  );
}

export const toChangelogText = ({ id, changelog }: { id: string; changelog: string }): UnparsedText => ({
  source: changelog,
  idPrefix: `${id.slice(-12)}-`,
});

/** Parsed changelog of a listing. Null without a changelog, and until the job has parsed it. The caller authorizes. */
export async function findChangelogDocument(tx: Reader, listingId: string): Promise<MarkdownDocument | null> {
  const { document, parserVersion } = changelogDocuments;
  const [row] = await tx
    .select({ document })
    .from(changelogDocuments)
    .where(and(eq(changelogDocuments.listingId, listingId), eq(parserVersion, PARSER_VERSION)));
  return (row?.document as MarkdownDocument | undefined) ?? null;
}

/** Job that parses the changelogs that have no document of this parser, such as those of an older release. */
export async function parseChangelogs(ctx: Context): Promise<void> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const batch = await findUnparsed(ctx, after);
    for (const listing of batch) {
      await waitForIdle(IDLE_TIMEOUT_MS);
      await saveChangelogDocument(ctx, listing);
    }
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_SIZE) return;
    after = last.id;
  }
}

function findUnparsed(ctx: Context, after: string): Promise<ParsedListing[]> {
  return read(ctx, (tx) =>
    tx
      .select({ id: listings.id, tenantId: listings.tenantId, changelog: listings.changelog })
      .from(listings)
      .leftJoin(changelogDocuments, eq(changelogDocuments.listingId, listings.id))
      .where(
        and(
          gt(listings.id, after),
          isNotNull(listings.changelog),
          or(isNull(changelogDocuments.listingId), ne(changelogDocuments.parserVersion, PARSER_VERSION)),
        ),
      )
      .orderBy(asc(listings.id))
      .limit(BATCH_SIZE),
  );
}
