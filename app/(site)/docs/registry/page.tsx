import type { Metadata } from "next";
import { DOCS } from "@/app/_paths/docs.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { registryCommands } from "@/app/(site)/docs/_content/commands.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { Doc } from "../_components/doc";
import { Command, Step, Steps } from "../_components/steps";

export const metadata: Metadata = {
  title: DOCS.registry.title,
  description: "Search the marketplace, and download and verify archives, without a credential.",
};

export default function RegistryPage() {
  const commands = registryCommands(publicOrigin());
  return (
    <Doc
      page={DOCS.registry}
      lead="The marketplace as a public API: no credential, open to every origin (CORS). Only approved versions are visible. Commands use the demo data and work as shown."
    >
      <Steps>
        <Step id="search" title="Search">
          <p>
            Filter by <code>type</code>, <code>category</code> and <code>publisher</code>; sort by relevance,
            date, name or downloads. <code>nextCursor</code> leads to the next page. All parameters are in the{" "}
            <Link href={`${DOCS.reference.path}#get-marketplace-items`}>REST reference</Link>.
          </p>
          <Command code={commands.search} />
        </Step>
        <Step id="item" title="Get an item">
          <p>Metadata, README and all approved versions with their permissions and archives:</p>
          <Command code={commands.item} />
        </Step>
        <Step id="changes" title="Compare versions">
          <p>Changelogs after a version, and the permissions that were added and removed:</p>
          <Command code={commands.changelog} />
        </Step>
        <Step id="download" title="Download and verify">
          <p>Archives never change. Downloads support ranges, so an interrupted one can be resumed:</p>
          <Command code={commands.download} />
          <p>
            Compare the file with the SHA-256 of its version. On macOS, use <code>shasum -a 256 --check</code>
            :
          </p>
          <Command code={commands.verify} prints="photo-annotate-1.1.1.tar.gz: OK" />
        </Step>
        <Step id="themes" title="Use a theme">
          <p>
            A theme is downloaded as design tokens in the format of the{" "}
            <a href="https://www.designtokens.org/tr/2025.10/format/" rel="noopener noreferrer">
              W3C Design Tokens Community Group
            </a>
            , which Style Dictionary, Figma and other tools read. Colors are in the groups <code>light</code>{" "}
            and <code>dark</code>:
          </p>
          <Command code={commands.theme} />
          <p>
            Or as CSS custom properties, such as <code>--color-accent</code> and <code>--radius</code>. Dark
            mode follows the system; <code>data-color-scheme</code> with <code>light</code> or{" "}
            <code>dark</code> on any element selects one:
          </p>
          <Command code={commands.styleSheet} />
        </Step>
        <Step id="caching" title="Poll">
          <p>
            Responses may be cached for 60 seconds. Send the <code>ETag</code> back to get 304 without a body
            while nothing changed:
          </p>
          <Command code={commands.revalidate} prints="304" />
        </Step>
        <Step id="feed" title="Subscribe">
          <p>Atom feed of the newest 50 approved versions:</p>
          <Command code={commands.feed} />
        </Step>
      </Steps>
    </Doc>
  );
}
