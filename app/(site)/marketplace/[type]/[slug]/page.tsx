import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { findFormatted } from "@/app/_components/changelog/markdown.tsx";
import {
  describeListingType,
  describeListingTypes,
  findTypeBySegment,
  ListingTypeLabel,
  toTypeSegment,
} from "@/app/_components/labels/listing-type.tsx";
import { Gallery } from "@/app/_components/theme/gallery.tsx";
import { ThemePreviewPair } from "@/app/_components/theme/theme-preview.tsx";
import {
  itemPath,
  itemReportPath,
  MARKET_PATH,
  marketHref,
  publisherPath,
} from "@/app/_paths/marketplace.ts";
import { orNotFound, publicApi } from "@/app/_trpc/server.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { ChangesSince } from "@/app/(site)/marketplace/_components/changes-since.tsx";
import { InstallLink, ItemDownload } from "@/app/(site)/marketplace/_components/item-download.tsx";
import { ItemIcon } from "@/app/(site)/marketplace/_components/item-icon.tsx";
import { pageMetadata, StructuredData } from "@/app/(site)/marketplace/_components/page-metadata.tsx";
import { Permissions } from "@/app/(site)/marketplace/_components/permissions.tsx";
import {
  DownloadHistory,
  Keywords,
  listLinks,
  Readme,
  Screenshots,
} from "@/app/(site)/marketplace/_components/presentation.tsx";
import { INITIAL_VERSIONS, Versions } from "@/app/(site)/marketplace/_components/versions.tsx";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import type { MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";
import type { Presentation } from "@/server/domains/marketplace/registry/presentation.ts";
import type { MarketplaceItemDetail, MarketplaceVersion } from "@/server/domains/marketplace/view.ts";
import { previewPath } from "@/shared/plugin/theme.ts";
import { truncate } from "@/shared/text/truncate.ts";
import itemFactsClasses from "./item-facts.module.css";
import classes from "./page.module.css";

type ItemPageProps = {
  params: Promise<{ type: string; slug: string }>;
  searchParams: Promise<SearchParams>;
};

const getItem = cache(async (segment: string, slug: string) => {
  const type = findTypeBySegment(segment);
  if (!type) notFound();
  return orNotFound(publicApi.marketplace.item({ type, slug }));
});

const getPresentation = (segment: string, slug: string) => {
  const type = findTypeBySegment(segment);
  if (!type) notFound();
  return orNotFound(publicApi.registry.presentation({ type: toTypeSegment(type), slug }));
};

export async function generateMetadata({ params }: ItemPageProps): Promise<Metadata> {
  const { type, slug } = await params;
  const item = await getItem(type, slug);
  return pageMetadata({
    title: `${item.name} · ${describeListingType(item.type)}`,
    description: truncate(item.summary, 160),
    path: itemPath(item),
    image: findImage(item),
  });
}

/** Absolute URL of the picture that stands for an item elsewhere: its first screenshot, preview image or icon. */
function findImage({ cover, icon, look }: MarketplaceItemDetail): string | undefined {
  const [preview] = look?.previewImages ?? [];
  const path = cover?.url ?? (preview && previewPath(preview.id, preview.width)) ?? icon?.url;
  return path && publicOrigin() + path;
}

export default async function ItemPage({ params, searchParams }: ItemPageProps) {
  const { type, slug } = await params;
  const item = await getItem(type, slug);
  const query = await searchParams;
  const areAllShown = readValues(query, "versions").includes("all");
  const [from] = readValues(query, "from");
  const isLong = areAllShown || from !== undefined;
  const [presentation, weeks, documents] = await Promise.all([
    getPresentation(type, slug),
    publicApi.marketplace.downloadHistory({ type: item.type, slug }),
    findChangelogs(isLong ? item.versions : item.versions.slice(0, INITIAL_VERSIONS)),
  ]);
  return (
    <>
      <StructuredData item={item} presentation={presentation} origin={publicOrigin()} />
      <PageHeader
        breadcrumbs={[
          { href: MARKET_PATH, label: "Marketplace" },
          { href: marketHref({ type: [item.type] }), label: describeListingTypes(item.type) },
        ]}
        icon={<ItemIcon item={item} size="lg" />}
        title={item.name}
        badge={<span className={classes.version}>{item.version}</span>}
        description={
          <>
            {describeListingType(item.type)} by{" "}
            <Link href={publisherPath(item.publisherSlug)} className={classes.publisher}>
              {item.publisher}
            </Link>
          </>
        }
      />
      <div className={classes.columns}>
        <div>
          <Description item={item} presentation={presentation} />
        </div>
        <aside className={classes.side} aria-label="Details">
          <InstallLink item={item} />
          <ItemDownload item={item} origin={publicOrigin()} />
          <DownloadHistory total={item.downloads} weeks={weeks} />
          <ItemFacts item={item} presentation={presentation} />
          <p className={classes.report}>
            <Link href={itemReportPath(item)}>Report a problem</Link>
          </p>
        </aside>
        <div>
          {item.look && (
            <Section title="Preview">
              <div className={classes.look}>
                <ThemePreviewPair name={item.name} config={item.look.themeConfig} zoom={0.8} />
              </div>
              <Gallery images={item.look.previewImages} />
            </Section>
          )}
          <Screenshots presentation={presentation} />
          <Readme presentation={presentation} />
          <Permissions item={item} from={from} />
          <ChangesSince item={item} from={from} documents={documents} />
          <Section title="Versions">
            <Versions item={item} areAllShown={areAllShown} documents={documents} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** Description in full, or its summary where a README follows. */
function Description({ item, presentation }: ItemFactsProps) {
  const isSummary = presentation.readme.length > 0 && !item.summary.endsWith("…");
  return (
    <Section title="About">
      <p className={classes.description}>{isSummary ? item.summary : item.description}</p>
      <Keywords presentation={presentation} />
    </Section>
  );
}

/** Parsed changelogs of the versions, highest first; those beyond the page's budget are shown as plain text. */
function findChangelogs(versions: MarketplaceVersion[]): Promise<Record<string, MarkdownDocument>> {
  const isFormatted = findFormatted(versions.map(({ changelog }) => changelog));
  const shown = versions.filter(({ changelog }, index) => changelog !== null && isFormatted[index]);
  return publicApi.marketplace.changelogs({ listingIds: shown.map(({ listingId }) => listingId) });
}

const SHOWN_SLUG_LENGTH = 16;

type ItemFactsProps = { item: MarketplaceItemDetail; presentation: Presentation };

function ItemFacts({ item, presentation }: ItemFactsProps) {
  const first = item.versions.at(-1) ?? item;
  return (
    <div className={itemFactsClasses.facts}>
      <KeyValueList
        items={[
          { label: "Type", value: <ListingTypeLabel type={item.type} /> },
          {
            label: "Publisher",
            value: (
              <>
                <Link href={publisherPath(item.publisherSlug)} className={classes.publisher}>
                  {item.publisher}
                </Link>
                {item.isPublisherVerified && " (verified)"}
              </>
            ),
          },
          {
            label: "Slug",
            value: <CopyableId id={item.slug} label="slug" shownLength={SHOWN_SLUG_LENGTH} />,
          },
          { label: "Updated", value: <RelativeTime value={item.approvedAt} /> },
          { label: "Published", value: <RelativeTime value={first.approvedAt} /> },
          { label: "Versions", value: formatNumber(item.versions.length) },
          ...listLinks(presentation),
        ]}
      />
    </div>
  );
}
