import { Section } from "../../../../_ui/page/section";
import classes from "./files.module.css";

/** The frame of the files while the archive is read. */
export function FilesSkeleton() {
  return (
    <Section title="Files" description="Reading the archive…">
      <div className={classes.frame}>
        <div className={classes.waiting} />
        <div className={classes.file}>
          <div className={classes.waiting} />
        </div>
      </div>
    </Section>
  );
}
