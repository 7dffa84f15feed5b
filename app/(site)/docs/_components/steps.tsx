import type { ReactNode } from "react";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { SectionTitle } from "./section-title";
import classes from "./steps.module.css";

/** Numbered steps of a guide. */
export function Steps({ children }: { children: ReactNode }) {
  return <div className={classes.steps}>{children}</div>;
}

type StepProps = { id: string; title: string; children: ReactNode };

export function Step({ id, title, children }: StepProps) {
  return (
    <section id={id} className={classes.step}>
      <SectionTitle id={id} level={2} className={classes.title}>
        {title}
      </SectionTitle>
      <div className={classes.content}>{children}</div>
    </section>
  );
}

/** Command of a step with its output. */
export function Command({ code, prints }: { code: string; prints?: string }) {
  return (
    <div className={classes.command}>
      <CopyableCode code={code} label="Command" />
      {prints && (
        <figure className={classes.prints}>
          <figcaption>Output</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{prints}</pre>
        </figure>
      )}
    </div>
  );
}
