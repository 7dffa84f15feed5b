import type { ValidateDocument } from "../../documents.ts";
import { EXIT } from "../../failure.ts";
import { checkProject } from "../../project/check.ts";
import { formatProblems } from "../../report-failure.ts";
import type { Session, Work } from "../../session.ts";
import { formatBytes, formatCount } from "../../terminal/format.ts";
import { pickPlugin, titleOf } from "./plugin-title.ts";

/** Checks a plugin by the rules of the marketplace without packing it. Ends with `EXIT.failed` when it breaks one. */
export async function validatePlugin(session: Session, folder: string): Work {
  const { reporter } = session;
  const { manifest, files, unpackedBytes, problems, warnings } = checkProject(session.cwd, folder);
  const isValid = manifest !== null && problems.length === 0;
  reporter.document({
    valid: isValid,
    plugin: manifest && pickPlugin(manifest),
    fileCount: files.length,
    unpackedBytes,
    errors: problems,
    warnings,
  } satisfies ValidateDocument);
  for (const line of formatProblems(warnings, reporter.err)) reporter.warn(line);
  const { green, red, bold } = reporter.out;
  if (isValid) {
    const size = `${formatCount(files.length, "file")}, ${formatBytes(unpackedBytes)}`;
    reporter.print(`${green("✓")} ${bold(titleOf(manifest))} keeps every rule (${size}).`);
    return EXIT.done;
  }
  reporter.print(`${red("✗")} ${bold(`The plugin breaks ${formatCount(problems.length, "rule")}.`)}`);
  for (const line of formatProblems(problems, reporter.out)) reporter.print(`  ${line}`);
  reporter.note("  Correct what is listed and run the command again.");
  return EXIT.failed;
}
