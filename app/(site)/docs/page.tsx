import type { Metadata } from "next";
import { Link } from "../../_ui/page/link";
import { Doc } from "./_components/doc";
import { Command, Step, Steps } from "./_components/steps";
import { commands, demo } from "./_content/quick-start";

export const metadata: Metadata = {
  title: { absolute: "Quick start · Docs · Drydock" },
  description:
    "Publish a plugin, have it approved and follow a build, from a fresh checkout in five minutes.",
};

export default function QuickStartPage() {
  return (
    <Doc
      title="Quick start"
      lead="Publish a plugin, have it approved and follow a build: seven steps in a terminal and a browser. All values are those of fresh demo data, on which each command works once as it stands."
    >
      <Steps>
        <Step id="start" title="Start it">
          <p>
            Node.js 20.19 or later is all that is needed; the database comes along. The first start takes a
            little longer, because it builds the pages.
          </p>
          <Command code={commands.start} />
          <p>
            It says when it is ready at <code>{demo.origin}</code>. Leave it running and open a second
            terminal in the same folder.
          </p>
        </Step>
        <Step id="sign-in" title="Sign in">
          <p>
            Open the <Link href="/sign-in">sign-in page</Link> and use <code>dev@acme.test</code> with the
            password <code>{demo.password}</code>. That is a developer of the tenant Acme Studio; the{" "}
            <Link href="/builder/acme">Builder</Link> shows its apps, builds and listings.
          </p>
        </Step>
        <Step id="token" title="Make a token">
          <p>
            Programs use API tokens. Make one on the page{" "}
            <Link href="/builder/acme/settings/tokens">Tokens</Link> of the Builder, or here:
          </p>
          <Command code={commands.token} />
          <p>Who it is for, and what it permits:</p>
          <Command code={commands.me} />
        </Step>
        <Step id="publish" title="Publish a plugin">
          <p>
            The demo tenant has registered the plugin <code>offline-sync</code> and never published it. This
            is its first version:
          </p>
          <Command code={commands.publish} />
          <p>
            The answer is 201 with the listing in <code>PENDING_APPROVAL</code>. A version number is used
            once: to publish again, raise it. Keep the id:
          </p>
          <Command code={commands.keepId} />
          <p>
            Plugins of your own start, pack and hand themselves in from the{" "}
            <Link href="/docs/cli">command line</Link>.
          </p>
        </Step>
        <Step id="review" title="Have it approved">
          <p>
            While it waits, <code>review</code> tells its place in the queue:
          </p>
          <Command code={commands.listing} />
          <p>
            Now be the moderator: sign in as <code>admin@drydock.test</code> with the same password, open the{" "}
            <Link href="/admin/moderation">queue</Link>, choose the listing and press <kbd>A</kbd>. It is on
            the <Link href="/marketplace">marketplace</Link> at once, and the command above answers{" "}
            <code>APPROVED</code>.
          </p>
        </Step>
        <Step id="report" title="Report a build">
          <p>
            Build servers report with a secret. On this machine it was made up at the first start and lies
            beside the data:
          </p>
          <Command code={commands.secret} />
          <p>A build of the app Field Notes is running. This ends it:</p>
          <Command code={commands.report} />
          <p>
            The answer says <code>{'"applied":true'}</code>. Send it again: a worker may repeat itself, so the
            answer is 200 once more, with <code>{'"applied":false'}</code>.
          </p>
        </Step>
        <Step id="poll" title="Poll the builds">
          <p>The same build in the list of its app, as your own tools would read it:</p>
          <Command code={commands.poll} />
          <p>
            <code>X-Poll-Interval</code> says how many seconds to wait before asking again. Send the{" "}
            <code>ETag</code> back as <code>If-None-Match</code>, and an unchanged list costs an empty 304.
            The <Link href="/docs/api">REST reference</Link> has the rest.
          </p>
        </Step>
      </Steps>
    </Doc>
  );
}
