import type { Metadata } from "next";
import { publicOrigin } from "@/server/core/env/public-origin.ts";

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
