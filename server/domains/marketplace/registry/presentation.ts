import { eq, sql } from "drizzle-orm";
import type { Element, RootContent } from "hast";
import { archiveObjects } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { listPictures } from "@/server/domains/items/archives/pictures.ts";
import {
  headingLevel,
  type MarkdownDocument,
  PARSER_VERSION,
  plainDocument,
  textOf,
} from "@/server/domains/items/markdown/policy.ts";
import { summarize } from "../policy.ts";
import { listVersions } from "./get-item.ts";
import type { RegistryItemKey } from "./input.ts";
import { VersionMetadata } from "./item-view.ts";

/** Presentation of a plugin from the archive of its current version, for its page. */
export type Presentation = Awaited<ReturnType<typeof getPresentation>>;

/** Presentation of an item in its current version. Public. @throws AppError `NOT_FOUND` */
export async function getPresentation(ctx: Context, key: RegistryItemKey) {
  const { current } = await listVersions(ctx, key);
  const sha256 = current.archiveSha256;
  const pictures = sha256 === null ? [] : listPictures(sha256, current.pictures);
  const {
    permissions: _,
    minPlatformVersion: __,
    ...metadata
  } = VersionMetadata.parse(current.manifest ?? {});
  return {
    ...metadata,
    icon: pictures.find(({ kind }) => kind === "icon") ?? null,
    screenshots: pictures.filter(({ kind }) => kind === "screenshot"),
    readme: sha256 === null ? [] : trimReadme(await findReadmeDocuments(ctx, sha256), current),
  };
}

/** Characters that a page shows of a README without documents. */
const MAX_PENDING_LENGTH = 20_000;
const PENDING_NOTE = "Shown without formatting until the checks of this version have run.";

/** Documents of the README of an archive. Pages never parse: until the job has run, the start of its text as it was written. */
async function findReadmeDocuments(ctx: Context, sha256: string): Promise<MarkdownDocument[]> {
  const isParsed = sql`${archiveObjects.readmeParserVersion} is not distinct from ${PARSER_VERSION}`;
  const [object] = await lookUp(ctx, (reader) =>
    reader
      .select({
        documents: sql<
          MarkdownDocument[] | null
        >`case when ${isParsed} then ${archiveObjects.readmeDocuments} end`,
        start: sql<
          string | null
        >`case when not ${isParsed} then left(${archiveObjects.readme}, ${MAX_PENDING_LENGTH}) end`,
      })
      .from(archiveObjects)
      .where(eq(archiveObjects.sha256, sha256)),
  );
  if (object?.documents) return object.documents;
  return object?.start ? [plainDocument(object.start, PENDING_NOTE)] : [];
}

/**
 * README without what the item's page shows above it: a first heading that is the item's name, and a first paragraph that is
 * its description or summary.
 */
export function trimReadme(
  documents: readonly MarkdownDocument[],
  { name, description }: { name: string; description: string },
): MarkdownDocument[] {
  const [first, ...others] = documents;
  if (!first) return [];
  let blocks = withoutFirst(first.children, (block) => headingLevel(block) === 1 && isSameText(block, name));
  blocks = withoutFirst(
    blocks,
    (block) =>
      block.tagName === "p" && [description, summarize(description)].some((text) => isSameText(block, text)),
  );
  const isEmpty = !blocks.some((block) => block.type === "element");
  return isEmpty ? others : [{ ...first, children: blocks }, ...others];
}

function withoutFirst(blocks: RootContent[], isShown: (block: Element) => boolean): RootContent[] {
  const index = blocks.findIndex(({ type }) => type === "element");
  const block = blocks[index];
  return block?.type === "element" && isShown(block) ? blocks.slice(index + 1) : blocks;
}

const isSameText = (block: Element, text: string): boolean => normalize(textOf(block)) === normalize(text);

const normalize = (text: string): string => text.replaceAll(/\s+/g, " ").trim().toLowerCase();
