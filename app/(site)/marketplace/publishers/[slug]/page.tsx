import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { MARKET_PATH, marketHref, publisherPath } from "@/app/_paths/marketplace.ts";
import { orNotFound, publicApi } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { ItemCards } from "@/app/(site)/marketplace/_components/item-card.tsx";
import { pageMetadata } from "@/app/(site)/marketplace/_components/page-metadata.tsx";
import classes from "./page.module.css";

type PublisherPageProps = { params: Promise<{ slug: string }> };

/** First items of a publisher. A tenant without approved items has no page. */
const getItems = cache(async (publisher: string) => {
  const { items, nextCursor } = await orNotFound(
    publicApi.marketplace.search({ publisher, sort: "downloads" }),
  );
  const [first] = items;
  if (!first) notFound();
  return {
    name: first.publisher,
    isVerified: first.isPublisherVerified,
    items,
    hasMore: nextCursor !== null,
  };
});

export async function generateMetadata({ params }: PublisherPageProps): Promise<Metadata> {
  const { slug } = await params;
  const { name } = await getItems(slug);
  return pageMetadata({
    title: `${name} · Publisher`,
    description: `Plugins and themes by ${name}.`,
    path: publisherPath(slug),
  });
}

export default async function PublisherPage({ params }: PublisherPageProps) {
  const { slug } = await params;
  const { name, isVerified, items, hasMore } = await getItems(slug);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: MARKET_PATH, label: "Marketplace" }]}
        title={name}
        description={isVerified ? "Verified publisher" : "Publisher"}
      />
      <Section title="Plugins and themes" description="Most downloads first">
        <ItemCards label="Items" items={items} />
      </Section>
      {hasMore && (
        <p className={classes.more}>
          <ButtonLink href={marketHref({ publisher: slug, sort: "downloads" })}>Show all items</ButtonLink>
        </p>
      )}
    </>
  );
}
