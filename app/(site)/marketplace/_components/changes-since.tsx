import type { MarketplaceItemDetail } from "@/server/marketplace/view.ts";
import { Section } from "../../../_ui/page/section";
import { Markdown } from "../../../_ui/text/markdown";
import classes from "./changes-since.module.css";
import { itemPath } from "./market-view";
import { mergeChangelogs, versionsSince } from "./merge-changelogs";

/** Bound on the cost of rendering Markdown. */
const MAX_VERSIONS = 50;

/** Merged changelog of all versions since the one that the reader has. */
export function ChangesSince({ item, from }: { item: MarketplaceItemDetail; from: string | undefined }) {
  const [newest, ...earlier] = item.versions;
  if (!newest || earlier.length === 0) return null;
  const since = from === undefined ? [] : versionsSince(item.versions, from);
  const parts = mergeChangelogs(since.slice(0, MAX_VERSIONS));
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
              {entries.map(({ version, source }) => (
                <div key={version} className={classes.entry}>
                  <span className={classes.version}>{version}</span>
                  <Markdown source={source} topLevel={4} />
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}
