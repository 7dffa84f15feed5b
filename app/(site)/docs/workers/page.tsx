import type { Metadata } from "next";
import { Link } from "../../../_ui/page/link";
import { Chapter, Doc } from "../_components/doc";
import { Command } from "../_components/steps";
import { workerCommands, workerOptions, workerVariables } from "../_content/workers";
import { routePath } from "../api/_content/route-doc";
import classes from "./term-list.module.css";

export const metadata: Metadata = {
  title: { absolute: "Build workers · Docs · Drydock" },
  description:
    "Run a worker next to your build machine: it takes queued builds, runs your command and reports.",
};

export default function WorkersPage() {
  return (
    <Doc
      title="Build workers"
      lead="A worker runs next to a build machine. It takes queued builds, runs your command for each in an empty directory, sends what it prints while it prints it, uploads what it makes and reports how it ended."
    >
      <Chapter id="try" title="Try one">
        <p>
          The platform brings a worker with a sample build, which takes some seconds and makes a small real
          file:
        </p>
        <Command code={workerCommands.demo} />
        <p>
          Queue a build of <Link href="/builder/acme">Acme Studio</Link> and watch its page.
        </p>
      </Chapter>
      <Chapter id="start" title="Run your own">
        <p>
          Workers come with the secret that the platform has as <code>BUILD_SERVER_SECRET</code> or{" "}
          <code>MAC_BUILDER_SECRET</code>. Where you try it out, it lies beside the data:
        </p>
        <Command code={workerCommands.secret} />
        <Command code={workerCommands.start} />
        <TermList terms={workerOptions} label="Options" />
      </Chapter>
      <Chapter id="command" title="The command">
        <p>
          A build is complete when the command ends with 0 and leaves an artifact; otherwise it has failed.
          The error log of a failed build is the end of what the command printed, and the reason. The command
          finds in its environment:
        </p>
        <TermList terms={workerVariables} label="Variables" />
        <p>A script for an Android app could be:</p>
        <Command code={workerCommands.script} />
        <p>
          It runs with the worker&rsquo;s own rights. Builds of people whom you do not trust belong on
          machines of their own.
        </p>
      </Chapter>
      <Chapter id="turns" title="Who is next">
        <p>
          Tenants have turns, and each gets its oldest build taken, so that nobody waits for another&rsquo;s
          long queue. A build goes to one worker, however many there are. Start as many as you like, each with
          a name of its own.
        </p>
      </Chapter>
      <Chapter id="lost" title="When something breaks">
        <p>
          While it works, a worker gives signs of life, its heartbeats; reports are none. One that is silent
          for a lease (<code>BUILD_LEASE_SECONDS</code>) is shown as stalled; after as long again its build
          has failed, and the platform queues a retry. A worker that is stopped by <code>SIGTERM</code> or
          Ctrl-C ends its command and gives the build back at once. To let it finish what it builds and take
          nothing more:
        </p>
        <Command code={workerCommands.drain} />
        <p>
          Results are kept on the worker&rsquo;s disk until the platform has them. Neither a restart of the
          platform nor one of the worker loses one, and none counts twice.
        </p>
        <p>
          Somebody cancels a build: the worker hears of it at its next sign of life and ends the command with
          all it has started.
        </p>
      </Chapter>
      <Chapter id="protocol" title="Without this program">
        <p>
          All of it is plain REST, so a worker may be any program:{" "}
          <Link href={routePath({ method: "POST", path: "/api/builds/claim" })}>claim</Link>, heartbeat, log,
          artifact and the status webhook are in the <Link href="/docs/api">REST reference</Link>.
        </p>
      </Chapter>
    </Doc>
  );
}

type TermListProps = { label: string; terms: readonly { name: string; rule: string }[] };

/** Terms with their explanations. */
function TermList({ label, terms }: TermListProps) {
  return (
    <dl className={classes.list} aria-label={label}>
      {terms.map(({ name, rule }) => (
        <div key={name} className={classes.term}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{rule}</dd>
        </div>
      ))}
    </dl>
  );
}
