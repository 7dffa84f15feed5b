import { formatNumber } from "@/app/_ui/format.ts";
import { RichText } from "@/app/(site)/docs/_components/doc.tsx";
import { FieldList } from "@/app/(site)/docs/_components/field-list.tsx";
import { SectionTitle } from "@/app/(site)/docs/_components/section-title.tsx";
import { describeDeprecation } from "@/server/http/openapi.ts";
import type { Route } from "@/server/http/route.ts";
import { routeAnchor } from "../_content/route-doc";
import { findRouteDoc } from "../_content/route-docs";
import classes from "./endpoint.module.css";
import { Example } from "./example";
import { Responses } from "./responses";
import { listFields, listHeaders, type RouteField } from "./route-fields";

const KIBIBYTE = 1_024;

/** Reference of one route: its declaration and its documentation. */
export function Endpoint({ route }: { route: Route }) {
  const { method, path, spec } = route;
  const doc = findRouteDoc(route);
  // "Claim the next queued build (build workers only)".
  const [summary, callers] = spec.summary.replace(/\)$/, "").split(" (");
  return (
    <section id={routeAnchor(route)} className={classes.endpoint}>
      <SectionTitle id={routeAnchor(route)} level={3} className={classes.title}>
        {summary}
      </SectionTitle>
      <p className={classes.route}>
        <span className={classes.method}>{method}</span> {path}{" "}
        {callers && <span className={classes.callers}>{callers}</span>}
      </p>
      {spec.deprecated && (
        <p className={classes.about}>
          <RichText text={describeDeprecation(spec.deprecated)} />
        </p>
      )}
      {doc?.about.map((text) => (
        <p key={text} className={classes.about}>
          <RichText text={text} />
        </p>
      ))}
      <FieldList title="Headers" fields={listHeaders(spec)} />
      {doc?.query && <FieldList title="Query" fields={withRules(listFields(spec.query), doc.query, false)} />}
      {spec.body && doc?.body && (
        <FieldList
          title={`Body, JSON of up to ${spec.body.limitBytes / KIBIBYTE} KiB`}
          fields={withRules(listFields(spec.body.schema), doc.body, true)}
        />
      )}
      {spec.upload && (
        <p className={classes.about}>
          Body: a file of up to {formatNumber(spec.upload.limitBytes / KIBIBYTE / KIBIBYTE)} MiB. Uploads
          don’t time out while data arrives.
        </p>
      )}
      <Responses spec={spec} headers={doc?.answerHeaders ?? {}} />
      {doc && <Example route={route} example={doc.example} />}
    </section>
  );
}

function withRules(fields: RouteField[], rules: Readonly<Record<string, string>>, canBeRequired: boolean) {
  return fields.map(({ name, isRequired }) => ({
    name,
    isRequired: isRequired && canBeRequired,
    rule: rules[name] ?? "",
  }));
}
