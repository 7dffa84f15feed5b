import type { Metadata } from "next";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { itemPath, MARKET_PATH, publisherPath } from "@/app/_paths/marketplace.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import type { Presentation } from "@/server/domains/marketplace/registry/presentation.ts";
import type { MarketplaceItemDetail } from "@/server/domains/marketplace/view.ts";

type StructuredDataProps = {
  item: MarketplaceItemDetail;
  presentation: Presentation;
  origin: string;
};

/** Structured data of an item for search engines (schema.org). */
export function StructuredData({ item, presentation, origin }: StructuredDataProps) {
  const url = origin + itemPath(item);
  const images = [item.icon, item.cover].flatMap((picture) => (picture ? [origin + picture.url] : []));
  const first = item.versions.at(-1) ?? item;
  const data = {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "SoftwareApplication",
        "@id": url,
        url,
        name: item.name,
        description: item.summary,
        applicationCategory: "DeveloperApplication",
        applicationSubCategory: describeListingType(item.type),
        softwareVersion: item.version,
        datePublished: first.approvedAt,
        dateModified: item.approvedAt,
        ...(images.length > 0 && { image: images }),
        ...(presentation.license && { license: presentation.license }),
        ...(presentation.keywords.length > 0 && { keywords: presentation.keywords.join(", ") }),
        author: {
          "@type": "Organization",
          name: item.publisher,
          url: origin + publisherPath(item.publisherSlug),
        },
        interactionStatistic: {
          "@type": "InteractionCounter",
          interactionType: "https://schema.org/DownloadAction",
          userInteractionCount: item.downloads,
        },
      },
      {
        "@type": "BreadcrumbList",
        itemListElement: [
          { "@type": "ListItem", position: 1, name: "Marketplace", item: origin + MARKET_PATH },
          { "@type": "ListItem", position: 2, name: item.name, item: url },
        ],
      },
    ],
  };
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose every "<" is escaped
      dangerouslySetInnerHTML={{ __html: toJsonLd(data) }}
    />
  );
}

/** JSON for a `script` element: escaped so that no text in it ends the element or opens a comment. */
export const toJsonLd = (data: unknown): string =>
  JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

type PageMetadata = {
  title: string;
  description: string;
  /** Canonical path. */
  path: string;
  /** Absolute URL of a picture of the page. */
  image?: string | undefined;
};

/** Title, description, canonical link and Open Graph of a public page. */
export function pageMetadata({ title, description, path, image }: PageMetadata): Metadata {
  const url = publicOrigin() + path;
  return {
    title,
    description,
    alternates: { canonical: url },
    openGraph: {
      type: "website",
      siteName: "Drydock",
      title,
      description,
      url,
      ...(image && { images: [{ url: image }] }),
    },
    twitter: { card: "summary", title, description, ...(image && { images: [image] }) },
  };
}
