import { IconLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { readText } from "../_content/read-sections";
import classes from "./section-title.module.css";

type SectionTitleProps = {
  /** Id of the section. */
  id: string;
  level: 2 | 3;
  className?: string | undefined;
  children: ReactNode;
};

/** Heading of a section with a link to it. `ReadingAids` also copies the link. */
export function SectionTitle({ id, level, className, children }: SectionTitleProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <Heading className={[className, classes.title].filter(Boolean).join(" ")}>
      {children}{" "}
      <a
        href={`#${id}`}
        className={classes.anchor}
        data-anchor=""
        aria-label={`Copy link to ${readText(children)}`}
        title="Copy link"
      >
        <IconLink size={16} stroke={1.75} aria-hidden="true" />
      </a>
    </Heading>
  );
}
