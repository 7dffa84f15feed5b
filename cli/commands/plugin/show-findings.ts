import type { CheckResult, Finding } from "../../../server/checks/rules/finding.ts";
import { RULES, type RuleId } from "../../../server/checks/rules/rule-set.ts";
import { formatCount } from "../../terminal/format.ts";
import { oneLine } from "../../terminal/harmless.ts";
import type { Reporter } from "../../terminal/reporter.ts";
import type { Style } from "../../terminal/style.ts";

const COLOUR_OF: Record<Finding["severity"], keyof Style> = { HIGH: "red", MEDIUM: "yellow", LOW: "dim" };

/** Shows what the automated checks found, rule by rule with its cure, the heaviest first. */
export function showFindings({ out, print }: Reporter, { findings, further }: CheckResult): void {
  if (findings.length === 0) return;
  print("");
  print(out.bold(`The automated checks will report ${formatCount(findings.length + further, "finding")}:`));
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  for (const rule of rules) {
    print("");
    print(headOf(rule, out));
    for (const finding of findings) if (finding.rule === rule) print(lineOf(finding, out));
    print(`    ${out.dim(RULES[rule].cure)}`);
  }
  if (further > 0) print(`\n${formatCount(further, "more finding")} of the same kinds not shown.`);
}

function headOf(rule: RuleId, out: Style): string {
  const { severity, title } = RULES[rule];
  return `  ${out[COLOUR_OF[severity]](severity)} ${out.bold(title)} ${out.dim(rule)}`;
}

function lineOf({ path, line, message }: Finding, out: Style): string {
  const place = path === null ? "" : `${out.cyan(line === null ? path : `${path}:${line}`)}  `;
  return oneLine(`    ${place}${message}`);
}
