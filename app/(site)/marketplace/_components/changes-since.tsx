import type { MarketplaceItemDetail } from "@/server/marketplace/view.ts";
import { Section } from "../../../_ui/page/section";
import { Markdown } from "../../../_ui/text/markdown";
import { findRendered } from "../../../_ui/text/rendering-budget";
import classes from "./changes-since.module.css";
import { itemPath } from "./market-view";
import { mergeChangelogs, versionsSince } from "./merge-changelogs";

/** Bound on the versions that are merged. */
const MAX_VERSIONS = 50;

/** Merged changelog of all versions since the one that the reader has. */
export function ChangesSince({ item, from }: { item: MarketplaceItemDetail; from: string | undefined }) {
  const [newest, ...earlier] = item.versions;
  if (!newest || earlier.length === 0) return null;
  const since = from === undefined ? [] : versionsSince(item.versions, from);
  const parts = mergeChangelogs(since.slice(0, MAX_VERSIONS));
  const merged = parts.flatMap(({ entries }) => entries);
  const isRendered = findRendered(merged.map(({ source }) => source));
  const rendered = new Set(merged.filter((_, index) => isRendered[index]));
  return (
    <Section title="Your version">
      <form method="get" action={itemPath(item)} className={classes.form}>
        <label htmlFor="from">Your version</label>
        <select id="from" name="from" defaultValue={since.length > 0 ? from : earlier[0]?.version}>
          {earlier.map(({ version }) => (
            <option key={version} value={version}>
              {version}
            </option>
          ))}
        </select>
        <button type="submit">Show changes up to {newest.version}</button>
      </form>
      {since.length > 0 && (
        <div className={classes.merged}>
          {parts.length === 0 && <p className={classes.none}>No changelogs for these versions</p>}
          {parts.map(({ heading, entries }) => (
            <div key={heading ?? ""}>
              {heading && <h3 className={classes.heading}>{heading}</h3>}
              {entries.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a version may have one heading twice
                <div key={index} className={classes.entry}>
                  <span className={classes.version}>{entry.version}</span>
                  <Markdown source={entry.source} topLevel={4} isFormatted={rendered.has(entry)} />
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}
