import type { Metadata } from "next";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { FieldList, TermList } from "@/app/(site)/docs/_components/field-list.tsx";
import { SectionTitle } from "@/app/(site)/docs/_components/section-title.tsx";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { Chapter, Doc, RichText } from "../_components/doc";
import classes from "./_components/command-section.module.css";
import { type CommandDoc, commandGroups, exitCodes, manifestFields, setUp } from "./_content/commands";
import { type CommandUsage, readUsages } from "./_content/usage";

export const metadata: Metadata = { title: DOCS.cli.title };

const PACKING = [
  "`.drydockignore` excludes files, in `.gitignore` syntax. Without it, `.npmignore` applies, then `.gitignore`. Subfolders may have their own; the nearest match wins, as in git. `.git`, `node_modules`, ignore files and archives are never included.",
  "Builds are reproducible: the same files give the same SHA-256 on every machine.",
  "Regular files only. Up to 20 MiB compressed, 200 MiB uncompressed, 10,000 files, 32 levels and paths of 255 bytes.",
  "Files that look like secrets (keys, tokens, environment files, credentials) fail the build unless they are ignored or `--allow-secrets` is set. `.env.example` and an `.npmrc` that reads its token from a variable are allowed. Files above 5 MB cause a warning.",
];

const BEHAVIOUR = [
  "Results go to standard output, progress and prompts to standard error. Piped output is plain. `NO_COLOR` and `FORCE_COLOR` are respected.",
  '`--json` prints one JSON document, also on failure: `{ "error": { code, message, hint, status, requestId, errors } }`.',
  "If the reader closes the pipe, as `head` does, the command still completes. Commands that only wait exit with 4.",
  "Control characters in names, logs and comments are escaped, as in `\\x1b`.",
  "Requests that fail with 429, 503 or a connection error are retried, respecting `Retry-After`. A version is never submitted twice.",
  "Ctrl-C only stops waiting: it cancels neither a build nor a submission.",
  "`HTTPS_PROXY` and `HTTP_PROXY` set a proxy for https and http addresses, such as `http://user:password@proxy.example:3128`. `NO_PROXY` excludes hosts with their subdomains, also with a port, and `*` all. Lower case works too. `NODE_EXTRA_CA_CERTS` names a file of further certificate authorities. Network errors say whether a proxy was used.",
  "The address can include a path. The token determines the workspace. Prefer `CLI_TOKEN` to `--token`: command lines are visible to other users.",
];

const usages = readUsages();

export default function CommandLinePage() {
  return (
    <Doc page={DOCS.cli} lead="Create and publish plugins and follow builds from the terminal.">
      <Chapter id="set-up" title="Setup">
        <p>
          Install the CLI from the platform with npm. It matches the platform’s version, has no dependencies
          and tells you about updates.
        </p>
        <CopyableCode code={setUp.elsewhere(publicOrigin())} label="Command" />
        <p>The checkout includes it, too:</p>
        <CopyableCode code={setUp.inCheckout} label="Command" />
        <p>
          Set the address and token in the environment. Create a token in{" "}
          <Link href={BUILDER_PATH}>Settings, API tokens</Link>, or with the demo data:
        </p>
        <CopyableCode code={setUp.environment(publicOrigin())} label="Command" />
      </Chapter>
      <Chapter id="first-plugin" title="Your first plugin">
        <CopyableCode code={setUp.firstPlugin} label="Command" />
        <p>
          The last command submits the version and waits for the decision. You can stop it at any time;{" "}
          <code>cli listing status</code> shows the status later. In CI, use the{" "}
          <a href="#exit-codes">exit code</a>:
        </p>
        <CopyableCode code={setUp.pipeline} label="Command" />
      </Chapter>
      {commandGroups.map(({ id, title, commands }) => (
        <Chapter key={id} id={id} title={title}>
          {commands.map((command) => {
            const usage = usages.get(command.name);
            return usage && <CommandSection key={command.name} command={command} usage={usage} />;
          })}
        </Chapter>
      ))}
      <Chapter id="manifest" title="plugin.json">
        <p>
          Editors use its <a href="/schemas/plugin.json">JSON Schema</a>, which <code>$schema</code>{" "}
          references. UTF-8 JSON without a byte order mark.
        </p>
        <h3 className="visually-hidden">Fields</h3>
        <FieldList title="Fields" fields={manifestFields} />
      </Chapter>
      <Chapter id="packing" title="Archive contents">
        <ul>
          {PACKING.map((text) => (
            <li key={text}>
              <RichText text={text} />
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter id="output" title="Output and retries">
        <ul>
          {BEHAVIOUR.map((text) => (
            <li key={text}>
              <RichText text={text} />
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter id="exit-codes" title="Exit codes">
        <TermList
          label="Exit codes"
          terms={exitCodes.map(({ code, meaning }) => ({ name: String(code), rule: meaning }))}
        />
      </Chapter>
    </Doc>
  );
}

/** Documentation of one command: description, usage, options. */
function CommandSection({ command, usage }: { command: CommandDoc; usage: CommandUsage }) {
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
