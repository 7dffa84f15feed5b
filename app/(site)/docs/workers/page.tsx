import type { Metadata } from "next";
import { tenantPath } from "@/app/_paths/builder.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { TermList } from "@/app/(site)/docs/_components/field-list.tsx";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { Chapter, Doc } from "../_components/doc";
import { Command } from "../_components/steps";
import { workerCommands, workerOptions, workerVariables } from "../_content/workers";
import { routePath } from "../api/_content/route-doc";

export const metadata: Metadata = {
  title: DOCS.workers.title,
  description: "Run build workers: they take queued builds, run your command and report the result.",
};

export default function WorkersPage() {
  const commands = workerCommands(publicOrigin());
  return (
    <Doc
      page={DOCS.workers}
      lead="A worker takes queued builds, runs your command in an empty directory, streams its log, uploads the artifact and reports the result."
    >
      <Chapter id="try" title="Demo worker">
        <p>Start Drydock with a demo worker that runs a sample build:</p>
        <Command code={commands.demo} />
        <p>
          Then queue a build in <Link href={tenantPath("acme")}>Acme Studio</Link>.
        </p>
      </Chapter>
      <Chapter id="start" title="Run a worker">
        <p>
          Workers authenticate with <code>BUILD_SERVER_SECRET</code> or <code>MAC_BUILDER_SECRET</code>. In
          embedded mode, <code>BUILD_SERVER_SECRET</code> is generated. To read it:
        </p>
        <Command code={commands.secret} />
        <Command code={commands.start} />
        <TermList terms={workerOptions} label="Options" />
        <p>
          Workers use the proxy in <code>HTTPS_PROXY</code> or <code>HTTP_PROXY</code>, except for hosts in{" "}
          <code>NO_PROXY</code>, and trust the certificate authorities in the file{" "}
          <code>NODE_EXTRA_CA_CERTS</code>. The build command gets these variables, too.
        </p>
      </Chapter>
      <Chapter id="command" title="Build command">
        <p>
          A build completes when the command exits with 0 and leaves an artifact; otherwise it fails. The
          error log ends with the last output and the reason. Environment variables of the command:
        </p>
        <TermList terms={workerVariables} label="Variables" />
        <p>Example for an Android app:</p>
        <Command code={commands.script} />
        <p>
          The command runs with the worker&rsquo;s permissions and can read its build secret. Run untrusted
          code as another user, in a container or on another machine. Variables of apps cannot change how the
          command itself starts: names such as <code>PATH</code>, <code>BASH_ENV</code> and{" "}
          <code>LD_PRELOAD</code> are reserved.
        </p>
      </Chapter>
      <Chapter id="inputs" title="Inputs">
        <p>
          <code>$INPUTS</code> has the <Link href={DOCS.installations.path}>plugins and the theme</Link> that
          were installed when the build was queued:
        </p>
        <CopyableCode code={commands.inputs} label="Files" />
        <p>
          <code>inputs.json</code> is always there; without inputs it is an empty list. <code>sha256</code> is
          null for a version without an archive, which has no directory.
        </p>
        <CopyableCode code={commands.inputList} label="inputs.json" />
        <p>
          <code>theme.json</code> has <code>themeConfig</code> with <code>typography</code>,{" "}
          <code>colors</code> and <code>layout</code>. A color that <code>colors.dark</code> omits is that of{" "}
          <code>colors.light</code>.
        </p>
        <p>
          The worker verifies each input by its SHA-256 and unpacks only archives that pass the checks of
          publishing. Downloads are retried for five minutes. If an input cannot be downloaded, verified or
          unpacked, the build fails with that reason, and the command does not run. Up to 1 GiB of recently
          used inputs is kept below <code>--spool</code>.
        </p>
      </Chapter>
      <Chapter id="turns" title="Scheduling">
        <p>
          Workspaces take turns. Within a workspace, the oldest build runs first. Each build is assigned to
          one worker. Run any number of workers with unique names.
        </p>
      </Chapter>
      <Chapter id="lost" title="Failures">
        <p>
          Workers send heartbeats. A build without a heartbeat for one lease period (
          <code>BUILD_LEASE_SECONDS</code>) is stalled. After a second period, it fails and a retry is queued.
          On <code>SIGTERM</code> or Ctrl-C, a worker stops its command and releases the build. To finish the
          current build first:
        </p>
        <Command code={commands.drain} />
        <p>Results are kept on the worker&rsquo;s disk until delivered and survive restarts.</p>
        <p>Canceled builds stop at the next heartbeat, with all their processes.</p>
      </Chapter>
      <Chapter id="protocol" title="Protocol">
        <p>
          Workers use plain REST. See{" "}
          <Link href={routePath({ method: "POST", path: "/api/builds/claim" })}>claim</Link>, heartbeat, log,
          artifact and the status webhook in the <Link href={DOCS.reference.path}>REST reference</Link>.
        </p>
      </Chapter>
    </Doc>
  );
}
