import { RULE_SET_VERSION } from "../../../server/checks/rules/rule-set.ts";
import type { ValidateDocument } from "../../documents.ts";
import { EXIT } from "../../failure.ts";
import { readChangelog } from "../../project/changelog.ts";
import { checkProject } from "../../project/check.ts";
import { checkFiles, documentOfFinding } from "../../project/checks.ts";
import { formatProblems } from "../../report-failure.ts";
import type { Session, Work } from "../../session.ts";
import { formatBytes, formatCount } from "../../terminal/format.ts";
import { pickPlugin, titleOf } from "./plugin-title.ts";
import { showFindings } from "./show-findings.ts";

/**
 * Checks a plugin by the rules of the marketplace without packing it. Ends with `EXIT.failed` when it breaks one. What
 * the automated checks find is shown too; moderators judge it, so it fails nothing.
 */
export async function validatePlugin(session: Session, folder: string): Work {
  const { reporter } = session;
  const { manifest, files, unpackedBytes, problems, warnings, ...project } = checkProject(
    session.cwd,
    folder,
  );
  const checked = checkFiles(files, manifest && readChangelog(project.folder, manifest));
  const isValid = manifest !== null && problems.length === 0;
  reporter.document({
    valid: isValid,
    plugin: manifest && pickPlugin(manifest),
    fileCount: files.length,
    unpackedBytes,
    errors: problems,
    warnings,
    ruleSetVersion: RULE_SET_VERSION,
    findings: checked.findings.map(documentOfFinding),
    further: checked.further,
  } satisfies ValidateDocument);
  for (const line of formatProblems(warnings, reporter.err)) reporter.warn(line);
  const { green, red, bold } = reporter.out;
  if (isValid) {
    const size = `${formatCount(files.length, "file")}, ${formatBytes(unpackedBytes)}`;
    reporter.print(`${green("✓")} ${bold(titleOf(manifest))} keeps every rule (${size}).`);
    showFindings(reporter, checked);
    return EXIT.done;
  }
  reporter.print(`${red("✗")} ${bold(`The plugin breaks ${formatCount(problems.length, "rule")}.`)}`);
  for (const line of formatProblems(problems, reporter.out)) reporter.print(`  ${line}`);
  showFindings(reporter, checked);
  reporter.note("  Correct what is listed and run the command again.");
  return EXIT.failed;
}
