import { MergedChangelog } from "@/app/_components/changelog/markdown.tsx";
import { mergeChangelogs, versionsSince } from "@/app/_components/changelog/merge-changelogs.ts";
import { itemPath } from "@/app/_paths/marketplace.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import type { MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";
import type { MarketplaceItemDetail } from "@/server/domains/marketplace/view.ts";
import classes from "./changes-since.module.css";

/** Bound on the versions that are merged. */
const MAX_MERGED_VERSIONS = 50;

type ChangesSinceProps = {
  item: MarketplaceItemDetail;
  from: string | undefined;
  /** Parsed changelogs within the page's budget, by the ids of their listings. */
  documents: Record<string, MarkdownDocument>;
};

/** Merged changelog of all versions since the one that the reader has. */
export function ChangesSince({ item, from, documents }: ChangesSinceProps) {
  const [newest, ...earlier] = item.versions;
  if (!newest || earlier.length === 0) return null;
  const since = from === undefined ? [] : versionsSince(item.versions, from);
  const parts = mergeChangelogs(
    since.slice(0, MAX_MERGED_VERSIONS).map(({ listingId, version, changelog }) => ({
      version,
      source: changelog,
      document: documents[listingId] ?? null,
    })),
  );
  return (
    <Section title="What’s new">
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
          <MergedChangelog parts={parts} />
        </div>
      )}
    </Section>
  );
}
