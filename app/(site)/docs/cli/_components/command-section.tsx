import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { RichText } from "@/app/(site)/docs/_components/doc.tsx";
import { FieldList } from "@/app/(site)/docs/_components/field-list.tsx";
import { SectionTitle } from "@/app/(site)/docs/_components/section-title.tsx";
import type { CommandDoc } from "../_content/commands";
import type { CommandUsage } from "../_content/usage";
import classes from "./command-section.module.css";

/** Documentation of one command: description, usage, options. */
export function CommandSection({ command, usage }: { command: CommandDoc; usage: CommandUsage }) {
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
        <CopyableCode code={usage.usage} label="Command" />
      </div>
      <FieldList title="Arguments and options" fields={usage.fields} />
      {command.ends && (
        <p className={classes.ends}>
          <RichText text={`Exit codes: ${command.ends}`} />
        </p>
      )}
    </section>
  );
}
