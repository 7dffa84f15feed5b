import { IconDownload, IconLink } from "@tabler/icons-react";
import { downloadPath } from "@/server/marketplace/policy.ts";
import type { MarketplaceItemDetail } from "@/server/marketplace/view.ts";
import { ButtonLink } from "../../../_ui/actions/button";
import { RelativeTime } from "../../../_ui/data/time";
import { formatBytes, formatCount } from "../../../_ui/format";
import { Markdown } from "../../../_ui/text/markdown";
import { findRendered } from "../../../_ui/text/rendering-budget";
import { itemPath } from "./market-view";
import classes from "./versions.module.css";

const INITIAL_VERSIONS = 10;

type Version = MarketplaceItemDetail["versions"][number];

/** Approved versions with their changelogs, highest first. */
export function Versions({ item, areAllShown }: { item: MarketplaceItemDetail; areAllShown: boolean }) {
  const { versions } = item;
  const shown = areAllShown ? versions : versions.slice(0, INITIAL_VERSIONS);
  const isRendered = findRendered(shown.map(({ changelog }) => changelog));
  return (
    <>
      {shown.map((version, index) => (
        <VersionEntry
          key={version.listingId}
          version={version}
          archivePath={downloadPath({ ...item, version: version.version })}
          isRendered={isRendered[index] === true}
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

type VersionEntryProps = { version: Version; archivePath: string; isRendered: boolean };

function VersionEntry({ version, archivePath, isRendered }: VersionEntryProps) {
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
          {version.archive && (
            <>
              <a href={archivePath} download className={classes.download}>
                <IconDownload size={14} stroke={1.75} aria-hidden="true" />
                <span className="visually-hidden">Download {version.version}, </span>
                {formatBytes(version.archive.sizeBytes)}
              </a>
              <span>{formatCount(version.archive.downloads, "download")}</span>
            </>
          )}
          <RelativeTime value={version.approvedAt} />
        </span>
      </div>
      {version.changelog === null && <p className={classes.none}>No changelog</p>}
      {version.changelog !== null && (
        <Markdown source={version.changelog} topLevel={4} isFormatted={isRendered} />
      )}
    </article>
  );
}
