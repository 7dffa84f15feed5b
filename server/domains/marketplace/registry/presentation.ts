import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import type { Context } from "@/server/core/context.ts";
import { type LinkedPicture, listPictures } from "@/server/domains/items/archives/pictures.ts";
import type { MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";
import { parseReadme } from "@/server/domains/items/markdown/readme.ts";
import type { ItemCategory } from "@/shared/vocabulary.ts";
import { findReadme, listVersions } from "./get-item.ts";
import type { RegistryItemKey } from "./input.ts";
import { VersionMetadata } from "./item-view.ts";
import { trimReadme } from "./trim-readme.ts";

/** Presentation of a plugin from the archive of its current version, for its page. */
export interface Presentation {
  icon: LinkedPicture | null;
  screenshots: LinkedPicture[];
  readme: MarkdownDocument[];
  license: string | null;
  homepage: string | null;
  repository: string | null;
  bugs: string | null;
  categories: ItemCategory[];
  keywords: string[];
}

/** Presentation of an item in its current version. Public. @throws AppError `NOT_FOUND` */
export async function getPresentation(ctx: Context, key: RegistryItemKey): Promise<Presentation> {
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
