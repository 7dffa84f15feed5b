import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { env } from "@/server/platform/env/env.ts";
import { orNotFound, publicApi } from "../../../../_trpc/server";
import { describeListingType, describeListingTypes, typeOfSegment } from "../../../../_ui/data/listing-type";
import { readAll, type SearchParams } from "../../../../_ui/list/list-url";
import { PageHeader } from "../../../../_ui/page/page-header";
import { Section } from "../../../../_ui/page/section";
import { Gallery } from "../../../../_ui/theme/gallery";
import { LookPair } from "../../../../_ui/theme/look-pair";
import { ChangesSince } from "../../_components/changes-since";
import { ItemDownload } from "../../_components/item-download";
import { ItemFacts } from "../../_components/item-facts";
import { MARKET_PATH, marketHref } from "../../_components/market-view";
import { Versions } from "../../_components/versions";
import classes from "./page.module.css";

type ItemPageProps = {
  params: Promise<{ type: string; slug: string }>;
  searchParams: Promise<SearchParams>;
};

const getItem = cache(async (segment: string, slug: string) => {
  const type = typeOfSegment(segment);
  if (!type) notFound();
  return orNotFound(publicApi.marketplace.item({ type, slug }));
});

export async function generateMetadata({ params }: ItemPageProps): Promise<Metadata> {
  const { type, slug } = await params;
  const item = await getItem(type, slug);
  const [start = ""] = item.description.split("\n");
  return {
    title: `${item.name} · ${describeListingType(item.type)}`,
    description: [...start].slice(0, 160).join(""),
  };
}

export default async function ItemPage({ params, searchParams }: ItemPageProps) {
  const { type, slug } = await params;
  const item = await getItem(type, slug);
  const query = await searchParams;
  const areAllShown = readAll(query, "versions").includes("all");
  const [from] = readAll(query, "from");
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { href: MARKET_PATH, label: "Marketplace" },
          { href: marketHref({ type: [item.type] }), label: describeListingTypes(item.type) },
        ]}
        title={item.name}
        badge={<span className={classes.version}>{item.version}</span>}
        description={`${describeListingType(item.type)} by ${item.publisher}`}
      />
      <div className={classes.columns}>
        <div>
          {item.look && (
            <Section title="Look">
              <div className={classes.look}>
                <LookPair name={item.name} config={item.look.themeConfig} zoom={0.8} />
              </div>
              <Gallery images={item.look.previewImages} />
            </Section>
          )}
          <Section title="Description">
            <p className={classes.description}>{item.description}</p>
          </Section>
          <ChangesSince item={item} from={from} />
          <Section title="Versions">
            <Versions item={item} areAllShown={areAllShown} />
          </Section>
        </div>
        <aside className={classes.side} aria-label="Facts">
          <ItemDownload item={item} origin={env().NEXTAUTH_URL ?? ""} />
          <ItemFacts item={item} />
        </aside>
      </div>
    </>
  );
}
