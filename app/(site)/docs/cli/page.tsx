import type { Metadata } from "next";
import { CopyableCode } from "../../../_ui/actions/copyable-code";
import { DataTable } from "../../../_ui/data/data-table";
import { Link } from "../../../_ui/page/link";
import { Chapter, Doc, RichText } from "../_components/doc";
import { FieldList } from "../_components/field-list";
import { CommandSection } from "./_components/command-section";
import { commandGroups, exitCodes, manifestFields, setUp } from "./_content/commands";

export const metadata: Metadata = { title: "Command line" };

const PACKING = [
  "`.drydockignore` says what is left out, in the syntax of `.gitignore`; without one `.npmignore` does, else `.gitignore`. Folders below may have ignore files of their own; the nearest that says anything of a file decides, as in git. History, `node_modules`, ignore files and earlier archives are never packed.",
  "The same files give the same bytes, and so the same SHA-256, on every machine and day: owners, modes, times and the order of folders do not count.",
  "Only regular files: a link is named and refused. Up to 20 MiB packed, 200 MiB unpacked, 10,000 files, 32 levels, paths of 255 bytes.",
  "What looks like a secret (keys, tokens, environment files, credentials) stops the command, which names each file, until it is ignored or `--allow-secrets` is given. An `.npmrc` that takes its token from a variable, and `.env.example`, are no secrets. Files above 5 MB are warned of.",
];

const BEHAVIOUR = [
  "Results go to standard output, progress and questions to standard error. A pipe gets plain text without colour; `NO_COLOR` and `FORCE_COLOR` are honoured.",
  '`--json` prints one JSON document for success and failure alike; a failure is `{ "error": { code, message, hint, status, requestId, errors } }`.',
  "A reader that leaves early, as `head` does, ends nothing: the work goes on and the exit code is its own. What only waits, for a decision or a build, stops with 4.",
  "Names, logs and comments of others cannot act on your terminal: control characters are spelled out, as in `\\x1b`.",
  "Requests that met 429, 503 or a cut connection are repeated after the time that the platform asks for. A repeat never hands a version in twice.",
  "The address may have a path, for a platform that lives below one. The tenant is the token's.",
];

export default function CommandLinePage() {
  return (
    <Doc
      title="Command line"
      lead="From an empty folder to the marketplace, and the builds of your apps, without leaving the terminal."
    >
      <Chapter id="set-up" title="Set up">
        <p>
          The program comes with the checkout and is called <code>cli</code>:
        </p>
        <CopyableCode code={setUp.inCheckout} label="Command" />
        <p>
          For other folders give it a name, in the checkout; <code>npm link</code> does so for good:
        </p>
        <CopyableCode code={setUp.elsewhere} label="Command" />
        <p>
          Where the platform is and who you are can stand in the environment. Make a token on the page{" "}
          <Link href="/builder">Tokens</Link> of the Builder, or, with the demo data:
        </p>
        <CopyableCode code={setUp.environment} label="Command" />
      </Chapter>
      <Chapter id="first-plugin" title="Your first plugin">
        <CopyableCode code={setUp.firstPlugin} label="Command" />
        <p>
          The last command hands the version in and waits for the moderators. It is safe to stop it;{" "}
          <code>cli listing status</code> goes on where it stopped. A pipeline keeps the outcome and goes by
          the <a href="#exit-codes">exit code</a>:
        </p>
        <CopyableCode code={setUp.pipeline} label="Command" />
      </Chapter>
      {commandGroups.map(({ id, title, commands }) => (
        <Chapter key={id} id={id} title={title}>
          {commands.map((command) => (
            <CommandSection key={command.name} command={command} />
          ))}
        </Chapter>
      ))}
      <Chapter id="manifest" title="plugin.json">
        <p>
          Editors complete and check it by its <a href="/schemas/plugin.json">JSON Schema</a>, which{" "}
          <code>$schema</code> names. It holds one JSON object, in UTF-8 without a byte order mark.
        </p>
        <h3 className="visually-hidden">Its fields</h3>
        <FieldList title="Fields" fields={manifestFields} />
      </Chapter>
      <Chapter id="packing" title="What is packed">
        <ul>
          {PACKING.map((text) => (
            <li key={text}>
              <RichText text={text} />
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter id="output" title="Output and repeats">
        <ul>
          {BEHAVIOUR.map((text) => (
            <li key={text}>
              <RichText text={text} />
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter id="exit-codes" title="Exit codes">
        <DataTable
          caption="Exit codes"
          columns={[
            { key: "code", header: "Code", align: "end", cell: ({ code }) => code },
            { key: "meaning", header: "Meaning", isWide: true, cell: ({ meaning }) => meaning },
          ]}
          rows={exitCodes}
          rowKey={({ code }) => String(code)}
        />
      </Chapter>
    </Doc>
  );
}
