import { CopyableCode } from "../../../../_ui/actions/copyable-code";
import { RichText } from "../../_components/doc";
import { FieldList } from "../../_components/field-list";
import { SectionTitle } from "../../_components/section-title";
import type { CommandDoc } from "../_content/commands";
import classes from "./command-section.module.css";

/** Documentation of one command: description, usage, options. */
export function CommandSection({ command }: { command: CommandDoc }) {
  const anchor = command.name.replaceAll(" ", "-");
  return (
    <section id={anchor} className={classes.command}>
      <SectionTitle id={anchor} level={3} className={classes.title}>
        {`cli ${command.name}`}
      </SectionTitle>
      {command.about.map((text) => (
        <p key={text}>
          <RichText text={text} />
        </p>
      ))}
      <div>
        <CopyableCode code={command.usage} label="Command" />
      </div>
      <FieldList title="Options" fields={command.options} />
      {command.ends && (
        <p className={classes.ends}>
          <RichText text={`Exit codes: ${command.ends}`} />
        </p>
      )}
    </section>
  );
}
