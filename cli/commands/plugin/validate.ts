import type { CheckResult, Finding } from "../../../server/checks/rules/finding.ts";
import { RULE_SET_VERSION, RULES } from "../../../server/checks/rules/rule-set.ts";
import { readChangelog } from "../../changelog/read-changelog.ts";
import type { CommandContext, CommandResult } from "../../context/context.ts";
import { EXIT, formatDiagnostics } from "../../context/errors.ts";
import type { ValidateOutput } from "../../output/schemas.ts";
import { checkFiles, toFindingOutput } from "../../project/checks.ts";
import { formatPlugin, openProject, toPluginOutput } from "../../project/project.ts";
import { formatCount, formatFileSize } from "../../terminal/format.ts";
import type { Reporter } from "../../terminal/reporter.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";
import type { Style } from "../../terminal/style.ts";

/**
 * `cli plugin validate`: validates a plugin without packing it. Findings of the automated checks are only printed, because
 * moderators judge them.
 */
export async function run({ reporter, cwd }: CommandContext, path: string): CommandResult {
  const { folder, manifest, files, unpackedBytes, errors, warnings } = openProject(cwd, path);
  const checked = checkFiles(files, manifest && readChangelog(folder, manifest));
  const isValid = manifest !== null && errors.length === 0;
  reporter.printJson({
    valid: isValid,
    plugin: manifest && toPluginOutput(manifest),
    fileCount: files.length,
    unpackedBytes,
    errors,
    warnings,
    ruleSetVersion: RULE_SET_VERSION,
    findings: checked.findings.map(toFindingOutput),
    further: checked.further,
  } satisfies ValidateOutput);
  for (const line of formatDiagnostics(warnings, reporter.err)) reporter.warn(line);
  const { green, red, bold } = reporter.out;
  if (isValid) {
    const size = formatFileSize(files.length, unpackedBytes);
    reporter.print(`${green("✓")} ${bold(formatPlugin(manifest))} keeps every rule (${size}).`);
  } else {
    reporter.print(`${red("✗")} ${bold(`The plugin breaks ${formatCount(errors.length, "rule")}.`)}`);
    for (const line of formatDiagnostics(errors, reporter.out)) reporter.print(`  ${line}`);
  }
  printFindings(reporter, checked);
  if (isValid) return EXIT.success;
  reporter.info("  Correct what is listed and run the command again.");
  return EXIT.failure;
}

const SEVERITY_COLORS: Record<Finding["severity"], keyof Style> = {
  HIGH: "red",
  MEDIUM: "yellow",
  LOW: "dim",
};

/** Findings grouped by rule, the most severe first. */
function printFindings({ out, print }: Reporter, { findings, further }: CheckResult): void {
  if (findings.length === 0) return;
  const count = formatCount(findings.length + further, "finding");
  print(`\n${out.bold(`The automated checks will report ${count}:`)}`);
  for (const rule of new Set(findings.map((finding) => finding.rule))) {
    const { severity, title, cure } = RULES[rule];
    print(`\n  ${out[SEVERITY_COLORS[severity]](severity)} ${out.bold(title)} ${out.dim(rule)}`);
    for (const finding of findings) if (finding.rule === rule) print(formatFinding(finding, out));
    print(`    ${out.dim(cure)}`);
  }
  if (further > 0) print(`\n${formatCount(further, "more finding")} of the same kinds not shown.`);
}

function formatFinding({ path, line, message }: Finding, { cyan }: Style): string {
  const location = path === null ? "" : `${cyan(line === null ? path : `${path}:${line}`)}  `;
  return sanitizeLine(`    ${location}${message}`);
}
