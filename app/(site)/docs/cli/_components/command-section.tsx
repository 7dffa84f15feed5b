import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { RichText } from "@/app/(site)/docs/_components/doc.tsx";
import { FieldList } from "@/app/(site)/docs/_components/field-list.tsx";
import { SectionTitle } from "@/app/(site)/docs/_components/section-title.tsx";
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
