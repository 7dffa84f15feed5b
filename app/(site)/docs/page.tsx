import type { Metadata } from "next";
import { SIGN_IN_PATH } from "@/app/_paths/account.ts";
import { QUEUE_PATH } from "@/app/_paths/admin.ts";
import { settingsPath, tenantPath } from "@/app/_paths/builder.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { Doc } from "./_components/doc";
import { Command, Step, Steps } from "./_components/steps";
import { demo, quickStartCommands } from "./_content/quick-start";

export const metadata: Metadata = {
  title: { absolute: `${DOCS.quickStart.title} · Docs · Drydock` },
  description: "Publish a plugin, approve it and report a build in five minutes.",
};

export default function QuickStartPage() {
  const commands = quickStartCommands(publicOrigin());
  return (
    <Doc
      page={DOCS.quickStart}
      lead="Publish a plugin, approve it and report a build in seven steps. Commands use the demo data and work as shown."
    >
      <Steps>
        <Step id="start" title="Start Drydock">
          <p>
            Requires Node.js 24, 22 (22.13 or later) or 20 (20.19 or later). PostgreSQL is embedded. The first
            start also builds the pages.
          </p>
          <Command code={commands.start} />
          <p>
            When <code>{publicOrigin()}</code> is ready, open a second terminal in the same folder.
          </p>
        </Step>
        <Step id="sign-in" title="Sign in">
          <p>
            <Link href={SIGN_IN_PATH}>Sign in</Link> as <code>dev@acme.test</code> with the password{" "}
            <code>{demo.password}</code>. The <Link href={tenantPath("acme")}>Builder</Link> shows the apps,
            builds and listings of the workspace Acme Studio. In the API, a workspace is called a tenant.
          </p>
        </Step>
        <Step id="token" title="Create a token">
          <p>
            Create an API token under <Link href={settingsPath("acme", "tokens")}>Settings, API tokens</Link>,
            or from the terminal:
          </p>
          <Command code={commands.token} />
          <p>Check its user and permissions:</p>
          <Command code={commands.me} />
        </Step>
        <Step id="publish" title="Publish a plugin">
          <p>
            Publish the first version of <code>offline-sync</code>, a plugin of the demo data:
          </p>
          <Command code={commands.publish} />
          <p>
            The response is 201 with the status <code>PENDING_APPROVAL</code>. Each version number can be used
            once. Keep the ID:
          </p>
          <Command code={commands.keepId} />
          <p>
            This version has no archive: it is listed as “No code” and can’t be installed. Create, build and
            publish your own plugins with the <Link href={DOCS.cli.path}>CLI</Link>, which uploads one.
          </p>
        </Step>
        <Step id="review" title="Approve it">
          <p>
            While pending, <code>review</code> has its queue position:
          </p>
          <Command code={commands.listing} />
          <p>
            Sign in as <code>admin@drydock.test</code> with the same password, open the{" "}
            <Link href={QUEUE_PATH}>queue</Link>, select the listing, press <kbd>A</kbd> and accept that it
            has no code. The version is on the <Link href={MARKET_PATH}>marketplace</Link>, and the command
            above returns <code>APPROVED</code>.
          </p>
        </Step>
        <Step id="report" title="Report a build">
          <p>Build workers authenticate with a secret, generated at the first start:</p>
          <Command code={commands.secret} />
          <p>Finish the running build of the app Field Notes:</p>
          <Command code={commands.report} />
          <p>
            The response has <code>{'"applied":true'}</code>. Reports may be repeated: send it again to get
            200 with <code>{'"applied":false'}</code>.
          </p>
        </Step>
        <Step id="poll" title="Poll builds">
          <p>List the builds of the app:</p>
          <Command code={commands.poll} />
          <p>
            Wait <code>X-Poll-Interval</code> seconds between polls, and send the <code>ETag</code> as{" "}
            <code>If-None-Match</code> to get 304 while nothing changes. See the{" "}
            <Link href={DOCS.reference.path}>REST reference</Link>.
          </p>
        </Step>
      </Steps>
    </Doc>
  );
}
