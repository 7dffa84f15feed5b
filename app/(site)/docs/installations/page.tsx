import type { Metadata } from "next";
import { DOCS } from "@/app/_paths/docs.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { installationCommands } from "@/app/(site)/docs/_content/commands.ts";
import { errorPath } from "@/app/(site)/docs/errors/_content/error-docs.ts";
import { Doc } from "../_components/doc";
import { Command, Step, Steps } from "../_components/steps";

export const metadata: Metadata = {
  title: DOCS.installations.title,
  description:
    "Install plugins and themes in apps, consent to permissions, update, roll back and build with them.",
};

const FIELD_NOTES = "01900000-0000-7000-8000-00000000b001";

export default function InstallationsPage() {
  const commands = installationCommands(FIELD_NOTES);
  return (
    <Doc
      page={DOCS.installations}
      lead="App plugins and a theme are installed in an app, system plugins in a workspace. Builds include exactly the installed versions. The Builder, the CLI and the API do the same; commands use the demo data."
    >
      <Steps>
        <Step id="install" title="Install and consent">
          <p>
            Select Install on an item’s page and choose an app. Permissions that the version requests are
            listed first; installing accepts them. On the command line, accept each by name, or all with{" "}
            <code>--yes</code>. <Link href={`${DOCS.cli.path}#set-up`}>Set up the CLI</Link> with a token that
            has <code>APPS_MANAGE</code> and <code>BUILDS_READ</code>:
          </p>
          <Command code={commands.install} />
          <p>
            Consent holds until the item is uninstalled, so an update asks only for new permissions. An app
            has one theme: installing another replaces it.
          </p>
        </Step>
        <Step id="status" title="Check for updates">
          <Command code={commands.list} />
          <p>
            <code>UPDATE_AVAILABLE</code> is a newer version with the accepted permissions,{" "}
            <code>NEEDS_CONSENT</code> one that requests more, <code>UNAVAILABLE</code> an installed version
            that was suspended or withdrawn.
          </p>
        </Step>
        <Step id="update" title="Update and roll back">
          <p>
            The item’s page under Plugins &amp; theme shows the changes since the installed version and new
            permissions. Without a version, the highest release whose rollout is not on hold and was not
            rolled back is installed:
          </p>
          <Command code={commands.update} />
          <p>
            Every approved version can be installed, so a rollback is the same command with an earlier
            version. Turn automatic updates off with it, as the item’s page does, or a rollout in progress can
            update it again. Without <code>--updates</code>, the policy stays:
          </p>
          <Command code={commands.rollBack} />
        </Step>
        <Step id="automatic" title="Choose automatic updates">
          <p>
            <code>MANUAL</code> pins the version. <code>PATCH</code> and <code>MINOR</code> follow patch and
            minor versions: never across a major version, to a pre-release, or to a new permission without
            consent. At 0.x the leftmost number that is not zero counts as the major version, as in npm’s
            caret ranges and Cargo: 0.1.2 follows 0.1.1, but 0.2.0 must be installed manually. Updates roll
            out in rings: the publisher’s workspace first, then 10% of the others, half and all. When builds
            with the new version fail markedly more often than before, in workspaces of at least three people,
            the rollout is put on hold; remaining installations keep their version. Workspaces that one person
            created count as one, and not in their first week.
          </p>
          <p>
            A new policy applies to rollouts in progress and later ones. A version that has already rolled out
            must be installed manually. The item’s pages warn about versions whose rollout is on hold or was
            rolled back; <code>heldBack</code> in the API and <code>cli installations list</code> have the
            reason. Such a version is installed only by its number: the API answers with <code>warnings</code>
            , and the CLI asks first.
          </p>
        </Step>
        <Step id="builds" title="Build">
          <p>
            Queueing a build freezes its inputs: later changes don’t affect it, and a retry uses the same.
            Workers verify each archive by its SHA-256; the build command finds plugins and theme in{" "}
            <code>$INPUTS</code> (<Link href={DOCS.workers.path}>Build workers</Link>). A build’s page lists
            its inputs and what changed since the last completed build.
          </p>
        </Step>
        <Step id="unavailable" title="Replace an unavailable version">
          <p>
            When a version is suspended or withdrawn, or its publisher is suspended, the members of each
            workspace that installed it are notified. New builds and retries with it are refused with{" "}
            <Link href={errorPath("INPUT_UNAVAILABLE")}>INPUT_UNAVAILABLE</Link> until it is restored. Install
            another version or uninstall the item:
          </p>
          <Command code={commands.uninstall} />
        </Step>
      </Steps>
    </Doc>
  );
}
