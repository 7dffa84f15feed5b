import type { Metadata } from "next";
import { DOCS } from "@/app/_paths/docs.ts";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { Dot, type Tone } from "@/app/_ui/data/values.tsx";
import { RULE_IDS, RULE_SET_VERSION, RULES } from "@/shared/plugin/checks/rule-set.ts";
import { SEVERITIES, type Severity } from "@/shared/vocabulary.ts";
import { Chapter, Doc } from "../_components/doc";
import { SectionTitle } from "../_components/section-title";
import classes from "./page.module.css";

export const metadata: Metadata = { title: DOCS.checks.title };

const WEIGHT: Record<Severity, { tone: Tone; title: string; about: string }> = {
  HIGH: { tone: "bad", title: "High", about: "Must be resolved or explained before approval." },
  MEDIUM: { tone: "warn", title: "Medium", about: "A moderator reviews the code before deciding." },
  LOW: { tone: "idle", title: "Low", about: "Recommended fix." },
};

export default function ChecksPage() {
  return (
    <Doc
      page={DOCS.checks}
      lead="Rules that run on every submission. Publishers and moderators see the same findings."
    >
      <Chapter id="before" title="Run checks locally">
        <p>The CLI applies the same rules. Findings inform moderators and don’t block a submission.</p>
        <CopyableCode code="cli plugin validate" label="Command" />
        <p>
          Findings are tracked across versions, even when code moves: each version shows fixed, remaining and
          new findings. Current rules version: {RULE_SET_VERSION}.
        </p>
      </Chapter>
      {SEVERITIES.map((severity) => (
        <Chapter key={severity} id={severity.toLowerCase()} title={`${WEIGHT[severity].title} severity`}>
          <p>{WEIGHT[severity].about}</p>
          {RULE_IDS.filter((id) => RULES[id].severity === severity).map((id) => (
            <section key={id} id={id} className={classes.rule}>
              <header className={classes.head}>
                <SectionTitle id={id} level={3} className={classes.title}>
                  {RULES[id].title}
                </SectionTitle>
                <code className={classes.id}>{id}</code>
                <Dot tone={WEIGHT[severity].tone}>{WEIGHT[severity].title}</Dot>
              </header>
              <dl className={classes.terms}>
                <dt>Why</dt>
                <dd>{RULES[id].why}</dd>
                <dt>Fix</dt>
                <dd>{RULES[id].cure}</dd>
              </dl>
            </section>
          ))}
        </Chapter>
      ))}
    </Doc>
  );
}
