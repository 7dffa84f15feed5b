import { FormattedText, PlainText } from "./markdown.tsx";
import type { MergedPart } from "./merge-changelogs.ts";
import classes from "./merged-changelog.module.css";

/** Changelogs of several versions under common headings, below a heading of level 2. */
export function MergedChangelog({ parts }: { parts: MergedPart[] }) {
  return (
    <div className={classes.merged}>
      {parts.map(({ heading, entries }) => (
        <div key={heading ?? ""}>
          {heading && <h3 className={classes.heading}>{heading}</h3>}
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a version may have one heading twice
            <div key={index} className={classes.entry}>
              <span className={classes.version}>{entry.version}</span>
              {"document" in entry ? (
                <FormattedText document={entry.document} topLevel={4} />
              ) : (
                <PlainText>{entry.source}</PlainText>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
