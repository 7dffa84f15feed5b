import type { Metadata } from "next";
import { DOCS } from "@/app/_paths/docs.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { Breakable } from "@/app/_ui/page/page-header.tsx";
import { CHANGE_RULE } from "@/server/http/openapi.ts";
import type { Route } from "@/server/http/route.ts";
import { ROUTES } from "@/server/rest.ts";
import { Chapter, Doc, RichText } from "../_components/doc";
import { routeAnchor, routeName } from "./_content/route-doc";
import { routeGroups } from "./_content/route-docs";
import { Endpoint } from "./_endpoint/endpoint";
import classes from "./page.module.css";

export const metadata: Metadata = { title: DOCS.reference.title };

const BEFORE_SLASH = /(?=\/)/;

const CONVENTIONS = [
  "Requests and responses are UTF-8 JSON. Times are UTC, such as `2026-01-31T09:20:30.405Z`. IDs are UUIDs. Byte counts are strings of digits.",
  "Authenticate with `Authorization: Bearer <token>` and `X-Tenant-Id`, the tenant ID of the token. On screen, a tenant is called a workspace.",
  "Errors are problem documents with a code. `errors` lists every invalid field.",
  "Use `Idempotency-Key` to retry writes safely, and `ETag` with `If-None-Match` to poll.",
  "Lists with `nextCursor` are paginated: send it as `cursor` to get the next page. On the last page it is null.",
  "Every response has `X-Request-Id`. Send your own with 8 to 64 letters, digits, `_` or `-`.",
];

export default function ReferencePage() {
  const groups = routeGroups.map(({ title, names }) => ({
    title,
    routes: names.flatMap((name) => ROUTES.find((route) => routeName(route) === name) ?? []),
  }));
  return (
    <Doc
      page={DOCS.reference}
      lead={
        <>
          Every endpoint, with examples for the demo data. Also as <a href="/api/openapi.json">OpenAPI 3.1</a>
          .
        </>
      }
    >
      <Chapter id="conventions" title="Conventions">
        <ul>
          {CONVENTIONS.map((text) => (
            <li key={text}>
              <RichText text={text} />
            </li>
          ))}
        </ul>
        <p>
          See all codes on <Link href={DOCS.errors.path}>Errors</Link>.
        </p>
      </Chapter>
      <Chapter id="changes" title="Changes">
        <p>
          <RichText text={CHANGE_RULE} />
        </p>
      </Chapter>
      {groups.map(({ title, routes }) => (
        <Chapter key={title} id={title.toLowerCase()} title={title}>
          <EndpointList title={title} routes={routes} />
          {routes.map((route) => (
            <Endpoint key={routeName(route)} route={route} />
          ))}
        </Chapter>
      ))}
    </Doc>
  );
}

/** Methods and paths of a group. */
function EndpointList({ title, routes }: { title: string; routes: readonly Route[] }) {
  return (
    <nav aria-label={`${title} endpoints`} className={classes.contents}>
      <ul>
        {routes.map((route) => (
          <li key={routeName(route)}>
            <a href={`#${routeAnchor(route)}`}>
              <span className={classes.method}>{route.method}</span>
              <span>
                <Breakable text={route.path} at={BEFORE_SLASH} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
