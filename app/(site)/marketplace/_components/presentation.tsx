import { FormattedText } from "@/app/_components/changelog/markdown.tsx";
import { ImageRow, StoredImage } from "@/app/_components/theme/gallery.tsx";
import { marketHref } from "@/app/_paths/marketplace.ts";
import { Sparkline } from "@/app/_ui/data/sparkline.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import type { Presentation } from "@/server/domains/marketplace/registry/presentation.ts";
import downloadHistoryClasses from "./download-history.module.css";
import { describeCategory } from "./market-view.ts";
import classes from "./presentation.module.css";

type PresentationProps = { presentation: Presentation };

export function Screenshots({ presentation: { screenshots } }: PresentationProps) {
  if (screenshots.length === 0) return null;
  return (
    <Section title="Screenshots">
      <ImageRow label="Screenshots">
        {screenshots.map(({ variantsUrl, alt, width, height }) => (
          <StoredImage
            key={variantsUrl}
            pathAt={(variant) => `${variantsUrl}/${variant}`}
            {...{ alt, width, height }}
          />
        ))}
      </ImageRow>
    </Section>
  );
}

/** README of the archive. Its sections are documents of their own. */
export function Readme({ presentation: { readme } }: PresentationProps) {
  if (readme.length === 0) return null;
  return (
    <Section title="README" isCard>
      <div className={classes.readme}>
        {readme.map((document, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other identity and never move
          <FormattedText key={index} document={document} topLevel={3} />
        ))}
      </div>
    </Section>
  );
}

/** Categories and keywords, each with a link to its items. */
export function Keywords({ presentation: { categories, keywords } }: PresentationProps) {
  const own = keywords.filter((word) => !categories.some((category) => category === word.toLowerCase()));
  if (categories.length + own.length === 0) return null;
  return (
    <ul className={classes.words} aria-label="Categories and keywords">
      {categories.map((category) => (
        <li key={category}>
          <Link href={marketHref({ category: [category] })}>{describeCategory(category)}</Link>
        </li>
      ))}
      {own.map((word) => (
        <li key={word}>
          <Link href={marketHref({ search: word })}>{word}</Link>
        </li>
      ))}
    </ul>
  );
}

/** License and links, as facts. Links lead to pages that the publisher names. */
export function listLinks({ license, homepage, repository, bugs }: Presentation) {
  const links = [
    { label: "Homepage", url: homepage },
    { label: "Repository", url: repository },
    { label: "Issues", url: bugs },
  ];
  return [
    ...(license ? [{ label: "License", value: license }] : []),
    ...links.flatMap(({ label, url }) =>
      url && URL.canParse(url)
        ? [
            {
              label,
              value: (
                <a className={classes.link} href={url} rel="nofollow ugc noopener">
                  {shortenUrl(url)}
                </a>
              ),
            },
          ]
        : [],
    ),
  ];
}

/** Host and path of a URL: `github.com/acme/maps`. */
function shortenUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/(?:\.git)?\/?$/, "");
}

/** Downloads in total, and by week of the last quarter. */
export function DownloadHistory({ total, weeks }: { total: number; weeks: number[] }) {
  return (
    <section className={downloadHistoryClasses.history} aria-label="Download history">
      <p className={downloadHistoryClasses.total}>
        <span className={downloadHistoryClasses.figure}>{formatNumber(total)}</span>{" "}
        {total === 1 ? "download" : "downloads"}
      </p>
      <Sparkline values={weeks} label="Downloads" unit="weeks" />
      <p className={downloadHistoryClasses.recent}>
        {formatCount(weeks.at(-1) ?? 0, "download")} in the last 7 days
      </p>
    </section>
  );
}
