import { and, asc, eq, exists, gt, isNotNull, isNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import { archiveObjects, archives, listings } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { waitForIdle } from "@/server/queue/wait-for-idle.ts";
import { listPictures } from "../archives/pictures.ts";
import { formatText } from "./format-text.ts";
import { PARSER_VERSION } from "./policy.ts";
import type { UnparsedText } from "./readme.ts";

const IDLE_TIMEOUT_MS = 5_000;

interface UnparsedReadme {
  sha256: string;
  readme: string;
  pictures: unknown;
  manifest: unknown;
}

/** Parses the README of an archive and saves its documents. Idempotent; does nothing if they are those of this parser. */
export async function saveReadmeDocuments(ctx: Context, sha256: string): Promise<void> {
  const [object] = await read(ctx, (tx) =>
    tx
      .select({
        readme: archiveObjects.readme,
        pictures: archiveObjects.pictures,
        manifest: archives.manifest,
      })
      .from(archiveObjects)
      .innerJoin(archives, eq(archives.sha256, archiveObjects.sha256))
      .where(and(eq(archiveObjects.sha256, sha256), isUnparsed()))
      .limit(1),
  );
  if (!object || object.readme === null) return;
  const { readme, pictures, manifest } = object;
  const readmeDocuments = await formatText(toReadmeText({ sha256, readme, pictures, manifest }));
  await writeUnaudited(ctx, (tx) =>
    tx
      .update(archiveObjects)
      .set({ readmeDocuments, readmeParserVersion: PARSER_VERSION })
      // Another upload of the archive may have changed its pictures.
      .where(and(eq(archiveObjects.sha256, sha256), eq(archiveObjects.pictures, pictures))),
  );
}

const Manifest = z.object({ repository: z.string().nullable().catch(null) });

export const toReadmeText = ({ sha256, readme, pictures, manifest }: UnparsedReadme): UnparsedText => ({
  source: readme,
  idPrefix: "readme-",
  readme: {
    pictures: listPictures(sha256, pictures).map((picture) => [picture.path, picture]),
    repository: Manifest.parse(manifest).repository,
  },
});

/** Job that parses the READMEs of listings that have no documents of this parser, such as those of an older release. */
export async function parseReadmes(ctx: Context): Promise<void> {
  for (let next = await findUnparsed(ctx, ""); next !== null; next = await findUnparsed(ctx, next)) {
    await waitForIdle(IDLE_TIMEOUT_MS);
    await saveReadmeDocuments(ctx, next);
  }
}

async function findUnparsed(ctx: Context, after: string): Promise<string | null> {
  const { sha256 } = archiveObjects;
  const [found] = await read(ctx, (tx) =>
    tx
      .select({ sha256 })
      .from(archiveObjects)
      .where(
        and(
          gt(sha256, after),
          isUnparsed(),
          exists(tx.select({ id: listings.id }).from(listings).where(eq(listings.archiveSha256, sha256))),
        ),
      )
      .orderBy(asc(sha256))
      .limit(1),
  );
  return found?.sha256 ?? null;
}

const isUnparsed = () =>
  and(
    isNotNull(archiveObjects.readme),
    or(isNull(archiveObjects.readmeParserVersion), ne(archiveObjects.readmeParserVersion, PARSER_VERSION)),
  );
