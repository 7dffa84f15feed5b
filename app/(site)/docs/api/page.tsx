import type { Metadata } from "next";
import { ROUTES } from "@/server/rest.ts";
import { Link } from "../../../_ui/page/link";
import { Chapter, Doc, RichText } from "../_components/doc";
import { routeAnchor, routeName } from "./_content/route-doc";
import { routeGroups } from "./_content/route-docs";
import { Endpoint } from "./_endpoint/endpoint";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "REST reference" };

const CONVENTIONS = [
  "Bodies and answers are JSON in UTF-8. Times are in UTC, as `2026-01-31T09:20:30.405Z`; identifiers are UUIDs; byte counts are strings of digits.",
  "An API token goes with every request: `Authorization: Bearer <token>`, and beside it `X-Tenant-Id` with the id of the token's tenant.",
  "What is wrong is told as a problem document with a code. Fields that break a rule are all named at once.",
  "`Idempotency-Key` makes it safe to repeat a write; `ETag` with `If-None-Match` makes it cheap to repeat a read.",
  "Lists are newest first and continue with `cursor`; the last page has `nextCursor: null`.",
  "Every answer carries `X-Request-Id`, your own if you sent one of 8 to 64 letters, digits, `_` or `-`.",
];

export default function ReferencePage() {
  const groups = routeGroups.map(({ title, names }) => ({
    title,
    routes: names.flatMap((name) => ROUTES.find((route) => routeName(route) === name) ?? []),
  }));
  return (
    <Doc
      title="REST reference"
      lead={
        <>
          Every endpoint with its fields, answers and an example that works with the demo data. The same for
          programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.
        </>
      }
    >
      <nav aria-label="Endpoints" className={classes.contents}>
        {groups.map(({ title, routes }) => (
          <div key={title}>
            <p className={classes.group}>{title}</p>
            <ul>
              {routes.map((route) => (
                <li key={routeName(route)}>
                  <a href={`#${routeAnchor(route)}`}>
                    <span className={classes.method}>{route.method}</span>
                    {route.path.replace("/api", "")}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Chapter id="conventions" title="Conventions">
        <ul>
          {CONVENTIONS.map((text) => (
            <li key={text}>
              <RichText text={text} />
            </li>
          ))}
        </ul>
        <p>
          All codes stand on the page <Link href="/docs/errors">Errors</Link>.
        </p>
      </Chapter>
      {groups.map(({ title, routes }) => (
        <Chapter key={title} id={title.toLowerCase()} title={title}>
          {routes.map((route) => (
            <Endpoint key={routeName(route)} route={route} />
          ))}
        </Chapter>
      ))}
    </Doc>
  );
}
