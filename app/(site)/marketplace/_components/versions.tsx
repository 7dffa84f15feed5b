import { IconDownload, IconLink } from "@tabler/icons-react";
import { FormattedText, PlainText } from "@/app/_components/changelog/markdown.tsx";
import { NoCode } from "@/app/_components/labels/status-badge.tsx";
import { itemPath } from "@/app/_paths/marketplace.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { formatBytes, formatCount } from "@/app/_ui/format.ts";
import type { MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";
import { downloadPath } from "@/server/domains/marketplace/policy.ts";
import type { MarketplaceItemDetail } from "@/server/domains/marketplace/view.ts";
import classes from "./versions.module.css";

/** Versions that are shown until the reader asks for all. */
export const INITIAL_VERSIONS = 10;

type Version = MarketplaceItemDetail["versions"][number];

type VersionsProps = {
  item: MarketplaceItemDetail;
  areAllShown: boolean;
  /** Parsed changelogs within the page's budget, by the ids of their listings. */
  documents: Record<string, MarkdownDocument>;
};

/** Approved versions with their changelogs, highest first. */
export function Versions({ item, areAllShown, documents }: VersionsProps) {
  const { versions } = item;
  const shown = areAllShown ? versions : versions.slice(0, INITIAL_VERSIONS);
  return (
    <>
      {shown.map((version) => (
        <VersionEntry
          key={version.listingId}
          version={version}
          path={item.look || version.archive ? downloadPath({ ...item, version: version.version }) : null}
          document={documents[version.listingId] ?? null}
        />
      ))}
      {shown.length < versions.length && (
        <ButtonLink href={`${itemPath(item)}?versions=all`}>
          Show all {formatCount(versions.length, "version")}
        </ButtonLink>
      )}
    </>
  );
}

type VersionEntryProps = {
  version: Version;
  /** Of its download. */
  path: string | null;
  document: MarkdownDocument | null;
};

function VersionEntry({ version, path, document }: VersionEntryProps) {
  const id = `v${version.version}`;
  return (
    <article className={classes.version} id={id}>
      <div className={classes.head}>
        <h3 className={classes.number}>
          {version.version}
          <a
            href={`#${encodeURIComponent(id)}`}
            className={classes.anchor}
            aria-label={`Link to ${version.version}`}
          >
            <IconLink size={14} stroke={1.75} aria-hidden="true" />
          </a>
        </h3>
        <span className={classes.when}>
          {path !== null && (
            <>
              <a href={path} download className={classes.download}>
                <IconDownload size={14} stroke={1.75} aria-hidden="true" />
                <span className="visually-hidden">Download {version.version}, </span>
                {version.archive ? formatBytes(version.archive.sizeBytes) : "Tokens"}
              </a>
              <span>{formatCount(version.downloads, "download")}</span>
            </>
          )}
          {path === null && <NoCode />}
          <RelativeTime value={version.approvedAt} />
        </span>
      </div>
      {version.changelog === null && <p className={classes.none}>No changelog</p>}
      {document && <FormattedText document={document} topLevel={4} />}
      {!document && version.changelog !== null && <PlainText>{version.changelog}</PlainText>}
    </article>
  );
}
