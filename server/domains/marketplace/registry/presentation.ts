import type { Element, RootContent } from "hast";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import type { Context } from "@/server/core/context.ts";
import { type LinkedPicture, listPictures } from "@/server/domains/items/archives/pictures.ts";
import { headingLevel, type MarkdownDocument, textOf } from "@/server/domains/items/markdown/policy.ts";
import { parseReadme } from "@/server/domains/items/markdown/readme.ts";
import { summarize } from "../policy.ts";
import { findReadme, listVersions } from "./get-item.ts";
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
    readme:
      sha256 === null
        ? []
        : trimReadme(
            await findReadmeDocuments(ctx, { sha256, pictures, repository: metadata.repository }),
            current,
          ),
  };
}

/** Source characters over all cached READMEs. */
const MAX_CACHED_LENGTH = 4_000_000;

/** Parsed README of an archive, cached: an archive never changes. */
async function findReadmeDocuments(
  ctx: Context,
  {
    sha256,
    pictures,
    repository,
  }: { sha256: string; pictures: readonly LinkedPicture[]; repository: string | null },
): Promise<MarkdownDocument[]> {
  const cache = processSingleton(
    "readme-documents",
    () => new LRUCache<string, MarkdownDocument[]>({ maxSize: MAX_CACHED_LENGTH }),
  );
  const cached = cache.get(sha256);
  if (cached) return cached;
  const source = await findReadme(ctx, sha256);
  if (source === null) return [];
  const documents = parseReadme(
    source,
    new Map(pictures.map((picture) => [picture.path, picture])),
    "readme-",
    repository,
  );
  cache.set(sha256, documents, { size: source.length + 1 });
  return documents;
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
