import type { Metadata } from "next";
import { DOCS } from "@/app/_paths/docs.ts";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { EVENTS } from "@/server/events/event-types.ts";
import { Chapter, Doc } from "../_components/doc";
import { FieldList } from "../_components/field-list";
import { SectionTitle } from "../_components/section-title";
import { listedTypes, listFieldRules, makeExample } from "./_content/examples";
import { ENVELOPE, HEADERS, RESPONSES, VERIFY, VERIFY_PUBLIC_KEY } from "./_content/reference";
import classes from "./page.module.css";

export const metadata: Metadata = { title: DOCS.callbacks.title };

export default function CallbacksPage() {
  return (
    <Doc
      page={DOCS.callbacks}
      lead="Signed HTTP requests to endpoints that Super Admins configure. Requests follow Standard Webhooks 1.0."
    >
      <Chapter id="request" title="Request">
        <p>
          A <code>POST</code> with up to 20 kB of JSON. Redirects are not followed. Respond within 15 seconds.
        </p>
        <FieldList title="Headers" fields={HEADERS} headingLevel={3} />
        <FieldList title="Body" fields={ENVELOPE} headingLevel={3} />
      </Chapter>
      <Chapter id="verify" title="Verification">
        <p>
          Verify the raw body before parsing it and reject timestamps older than five minutes. During secret
          rotation, requests have two signatures; one valid signature is enough.
        </p>
        <CopyableCode code={VERIFY} label="Node.js example" />
        <p>
          Endpoints with a key pair sign with Ed25519 (<code>v1a</code>):
        </p>
        <CopyableCode code={VERIFY_PUBLIC_KEY} label="Ed25519 example" />
      </Chapter>
      <Chapter id="answers" title="Responses">
        <FieldList title="Responses" fields={RESPONSES} headingLevel={3} />
        <p>
          Respond first, then process the event. Deliveries may repeat: deduplicate by <code>webhook-id</code>
          . Events of one object arrive in order where possible; <code>sequence</code> is the definitive
          order.
        </p>
      </Chapter>
      <Chapter id="events" title="Events">
        <p>New fields may appear at any time. Breaking changes get a new event version.</p>
        {listedTypes.map((type) => (
          <section key={type} id={type} className={classes.event}>
            <SectionTitle id={type} level={3}>
              <code>{type}</code>
            </SectionTitle>
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
