import type { Metadata } from "next";
import { SEVERITIES, type Severity } from "@/db/schema/vocabulary.ts";
import { RULE_IDS, RULE_SET_VERSION, RULES } from "@/server/checks/rules/rule-set.ts";
import { CopyableCode } from "../../../_ui/actions/copyable-code";
import { Dot, type Tone } from "../../../_ui/data/status-badge";
import { Chapter, Doc } from "../_components/doc";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "Automated checks" };

const WEIGHT: Record<Severity, { tone: Tone; title: string; about: string }> = {
  HIGH: { tone: "bad", title: "High", about: "Nobody approves a version before this is answered." },
  MEDIUM: { tone: "warn", title: "Medium", about: "A moderator reads the place before deciding." },
  LOW: { tone: "idle", title: "Low", about: "Worth mending, or worth knowing." },
};

export default function ChecksPage() {
  return (
    <Doc
      title="Automated checks"
      lead="Every submission is read by the same rules, right after it is handed in. Publishers and moderators see the same findings."
    >
      <Chapter id="before" title="See them before you hand in">
        <p>
          The command line has the same rules and applies them to what would be packed. Findings do not keep a
          plugin from being handed in: they tell moderators where to look, and decide nothing by themselves.
        </p>
        <CopyableCode code="cli plugin validate" label="Command" />
        <p>
          A finding names its file and line and keeps its identity while the code around it moves. So the next
          version opens with what was fixed since the one before, what is still there and what is new. These
          are version {RULE_SET_VERSION} of the rules.
        </p>
      </Chapter>
      {SEVERITIES.map((severity) => (
        <Chapter key={severity} id={severity.toLowerCase()} title={`${WEIGHT[severity].title} severity`}>
          <p>{WEIGHT[severity].about}</p>
          {RULE_IDS.filter((id) => RULES[id].severity === severity).map((id) => (
            <section key={id} id={id} className={classes.rule}>
              <header className={classes.head}>
                <h3 className={classes.title}>
                  <a href={`#${id}`}>{RULES[id].title}</a>
                </h3>
                <code className={classes.id}>{id}</code>
                <Dot tone={WEIGHT[severity].tone}>{WEIGHT[severity].title}</Dot>
              </header>
              <dl className={classes.terms}>
                <dt>Why</dt>
                <dd>{RULES[id].why}</dd>
                <dt>Cure</dt>
                <dd>{RULES[id].cure}</dd>
              </dl>
            </section>
          ))}
        </Chapter>
      ))}
    </Doc>
  );
}
