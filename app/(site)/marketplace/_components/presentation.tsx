import type { Presentation } from "@/server/registry/presentation.ts";
import { Section } from "../../../_ui/page/section";
import { FormattedText } from "../../../_ui/text/markdown";
import { ImageRow, StoredImage } from "../../../_ui/theme/gallery";
import classes from "./presentation.module.css";

type PresentationProps = { presentation: Presentation };

const ICON_SIZE = 40;

/** Icon of a plugin beside its name, which says the same. */
export function ItemIcon({ icon }: Pick<Presentation, "icon">) {
  if (!icon) return null;
  return (
    // biome-ignore lint/performance/noImgElement: stored in the widths it is shown in
    <img className={classes.icon} src={icon.url} width={ICON_SIZE} height={ICON_SIZE} alt="" />
  );
}

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
    <Section title="README">
      {readme.map((document, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other identity and never move
        <FormattedText key={index} document={document} topLevel={3} />
      ))}
    </Section>
  );
}

/** Categories and keywords. */
export function Keywords({ presentation: { categories, keywords } }: PresentationProps) {
  const words = [...new Set([...categories, ...keywords])];
  if (words.length === 0) return null;
  return (
    <ul className={classes.words} aria-label="Categories and keywords">
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}

/** License and links, as facts. Links lead to pages that the publisher names. */
export function listLinks({ license, homepage, repository, bugs }: Presentation) {
  const links = [
    { label: "Website", url: homepage },
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
                  {new URL(url).host}
                </a>
              ),
            },
          ]
        : [],
    ),
  ];
}
