import { createApiClient } from "@/cli/api/client.ts";
import type { ConnectionOptions } from "@/cli/api/connection.ts";
import type { CommandContext, CommandResult } from "@/cli/context/context.ts";
import { CliError, type Diagnostic, EXIT, formatDiagnostics } from "@/cli/context/errors.ts";
import type { ValidateOutput } from "@/cli/output/schemas.ts";
import { toFindingOutput } from "@/cli/project/checks.ts";
import { MANIFEST_FILE } from "@/cli/project/files.ts";
import { inspectProject } from "@/cli/project/inspect.ts";
import { formatPlugin, toPluginOutput } from "@/cli/project/project.ts";
import { formatFileSize } from "@/cli/terminal/format.ts";
import type { Reporter } from "@/cli/terminal/reporter.ts";
import { sanitizeLine } from "@/cli/terminal/sanitize.ts";
import type { Style } from "@/cli/terminal/style.ts";
import type { CheckResult, Finding } from "@/shared/plugin/checks/finding.ts";
import { RULE_SET_VERSION, RULES } from "@/shared/plugin/checks/rule-set.ts";
import { formatCount } from "@/shared/text/format.ts";
import type { PackOptions } from "./build.ts";
import { getPublisher, type Publication, runDryRun } from "./dry-run.ts";

interface ValidateOptions extends ConnectionOptions, PackOptions {}

/**
 * `cli plugin validate`: lists everything for which publishing would fail. It calls the platform only if `--api-url` or
 * `--token` is given, so that it works offline. Findings of the automated checks are only printed, because moderators
 * judge them.
 */
export async function run(
  context: CommandContext,
  path: string,
  { apiUrl, token, allowSecrets }: ValidateOptions,
): CommandResult {
  const { reporter, env } = context;
  const isOnline = apiUrl !== undefined || token !== undefined;
  const api = isOnline ? createApiClient(context, { apiUrl, token }) : null;
  const options = { allowSecrets, token: api?.connection.token ?? env["CLI_TOKEN"] };
  const inspection = await inspectProject(context, path, options);
  const { project, archive, changelog, check, warnings, secrets, sizeError } = inspection;
  const { manifest, files, unpackedBytes } = project;
  const errors = [...inspection.errors, ...(sizeError ? [sizeError] : []), ...secrets];
  if (api && manifest && archive && errors.length === 0) {
    errors.push(...(await askPlatform(context, { api, manifest, archive, changelog })));
  }
  const isValid = manifest !== null && errors.length === 0;
  reporter.printJson({
    valid: isValid,
    plugin: manifest && toPluginOutput(manifest),
    fileCount: files.length,
    unpackedBytes,
    errors,
    warnings,
    ruleSetVersion: RULE_SET_VERSION,
    findings: check.findings.map(toFindingOutput),
    further: check.further,
  } satisfies ValidateOutput);
  for (const line of formatDiagnostics(warnings, reporter.err)) reporter.warn(line);
  const { green, red, bold } = reporter.out;
  if (isValid) {
    const size = formatFileSize(files.length, unpackedBytes);
    reporter.print(`${green("✓")} ${bold(formatPlugin(manifest))} passes all checks (${size})`);
  } else {
    reporter.print(`${red("✗")} ${bold(`${formatCount(errors.length, "problem")} found.`)}`);
    for (const line of formatDiagnostics(errors, reporter.out)) reporter.print(`  ${line}`);
  }
  printFindings(reporter, check);
  if (isValid) return EXIT.success;
  if (secrets.length > 0)
    reporter.info("  Exclude files with secrets in .drydockignore or add --allow-secrets.");
  reporter.info("  Fix the listed problems and try again.");
  return EXIT.failure;
}

/** Errors that only the platform can find. @throws CliError if it cannot be asked or the token does not permit it */
async function askPlatform(context: CommandContext, publication: Publication): Promise<Diagnostic[]> {
  await getPublisher(publication.api);
  try {
    await runDryRun(context, publication);
    return [];
  } catch (error) {
    if (!(error instanceof CliError) || !REFUSALS.has(error.details.code)) throw error;
    const { message, diagnostics } = error.details;
    return diagnostics?.length ? diagnostics : [{ path: MANIFEST_FILE, message }];
  }
}

/** Error codes of the API that are about the plugin, not the request. */
const REFUSALS: ReadonlySet<string> = new Set([
  "VALIDATION_FAILED",
  "SLUG_TAKEN",
  "VERSION_EXISTS",
  "VERSION_NOT_INCREMENTED",
  "ARCHIVE_REJECTED",
]);

const SEVERITY_COLORS: Record<Finding["severity"], keyof Style> = {
  HIGH: "red",
  MEDIUM: "yellow",
  LOW: "dim",
};

/** Findings grouped by rule, the most severe first. */
function printFindings({ out, print }: Reporter, { findings, further }: CheckResult): void {
  if (findings.length === 0) return;
  const count = formatCount(findings.length + further, "finding");
  print(`\n${out.bold(`Automated checks will report ${count}:`)}`);
  for (const rule of new Set(findings.map((finding) => finding.rule))) {
    const { severity, title, cure } = RULES[rule];
    print(`\n  ${out[SEVERITY_COLORS[severity]](severity)} ${out.bold(title)} ${out.dim(rule)}`);
    for (const finding of findings) if (finding.rule === rule) print(formatFinding(finding, out));
    print(`    ${out.dim(cure)}`);
  }
  if (further > 0) print(`\n${formatCount(further, "more finding")} of these rules not shown.`);
}

function formatFinding({ path, line, message }: Finding, { cyan }: Style): string {
  const location = path === null ? "" : `${cyan(line === null ? path : `${path}:${line}`)}  `;
  return sanitizeLine(`    ${location}${message}`);
}
