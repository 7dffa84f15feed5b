import { IconFlag } from "@tabler/icons-react";
import { Section } from "../../../_ui/page/section";
import classes from "./flags.module.css";

/** What the platform noticed about the archive by itself; nothing where it noticed nothing. */
export function Flags({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <Section title="Worth a look" description="How the archive differs from that of the version before.">
      <ul className={classes.list}>
        {flags.map((flag) => (
          <li key={flag} className={classes.flag}>
            <IconFlag size={16} stroke={1.75} aria-hidden="true" />
            <span>It {flag}.</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
