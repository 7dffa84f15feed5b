import type { Metadata } from "next";
import { EVENTS } from "@/server/events/event-types.ts";
import { CopyableCode } from "../../../_ui/actions/copyable-code";
import { Chapter, Doc } from "../_components/doc";
import { FieldList } from "../_components/field-list";
import { listedTypes, listFieldRules, makeExample } from "./_content/examples";
import { ENVELOPE, HEADERS, RESPONSES, VERIFY, VERIFY_PUBLIC_KEY } from "./_content/reference";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "Callbacks" };

export default function CallbacksPage() {
  return (
    <Doc
      title="Callbacks"
      lead="Drydock calls addresses that its Super Admins set up as channels when something happens. Requests follow Standard Webhooks 1.0."
    >
      <Chapter id="request" title="The request">
        <p>
          A <code>POST</code> of up to 20 kB of JSON. Redirects are not followed, and the answer has 15
          seconds from the first packet to the last byte.
        </p>
        <FieldList title="Headers" fields={HEADERS} headingLevel={3} />
        <FieldList title="Body" fields={ENVELOPE} headingLevel={3} />
      </Chapter>
      <Chapter id="verify" title="Verify it">
        <p>
          Verify the bytes as they came, before they are parsed, and refuse what is older than five minutes.
          During a rotation there are two signatures; one that fits is enough.
        </p>
        <CopyableCode code={VERIFY} label="Node.js example" />
        <p>
          Channels with a pair of keys sign with Ed25519 instead (<code>v1a</code>), so that the receiver
          holds no secret:
        </p>
        <CopyableCode code={VERIFY_PUBLIC_KEY} label="Ed25519 example" />
      </Chapter>
      <Chapter id="answers" title="What to answer">
        <FieldList title="Answers" fields={RESPONSES} headingLevel={3} />
        <p>
          Answer first and work later. A delivery may come more than once, with the same{" "}
          <code>webhook-id</code>: remember the ids you have seen. Events of one object come in their order
          where possible; <code>sequence</code> tells the order always.
        </p>
      </Chapter>
      <Chapter id="events" title="Events">
        <p>
          New fields may appear at any time. A field changes its meaning only with a new version of its event.
        </p>
        {listedTypes.map((type) => (
          <section key={type} id={type} className={classes.event}>
            <h3>
              <a href={`#${type}`}>
                <code>{type}</code>
              </a>
            </h3>
            <p>
              {EVENTS[type].summary} Version {EVENTS[type].version}.
            </p>
            <FieldList title="Data" fields={listFieldRules(type)} />
            <CopyableCode code={makeExample(type)} label={`${type} example`} />
          </section>
        ))}
      </Chapter>
    </Doc>
  );
}
