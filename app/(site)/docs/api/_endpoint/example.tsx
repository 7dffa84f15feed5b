import { toCurl } from "@/app/_components/api-calls/curl.ts";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import { acceptsToken } from "@/server/auth/credentials.ts";
import { RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { defaultRateLimit, type Route } from "@/server/http/route.ts";
import type { RouteExample } from "../_content/route-doc";
import classes from "./example.module.css";

/** Example request with demo data, its response, and the rate limit. */
export function Example({ route, example }: { route: Route; example: RouteExample }) {
  const { answer } = example;
  return (
    <>
      <h4 className={classes.title}>Example</h4>
      <div className={classes.blocks}>
        <CopyableCode code={commandOf(route, example)} label="Request" />
        <CopyableCode
          code={typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)}
          label="Response"
        />
      </div>
      <Limit route={route} />
    </>
  );
}

function commandOf({ method, spec }: Route, { path, headers, body, file }: RouteExample): string {
  const { credential } = spec;
  return toCurl(
    {
      method,
      path,
      credential: acceptsToken(credential) ? "token" : credential === "build-secret" ? credential : "none",
      ...(acceptsToken(credential) && { tenantId: demo.acme }),
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      ...(file !== undefined && { file }),
    },
    publicOrigin(),
  );
}

function Limit({ route: { method, spec } }: { route: Route }) {
  const limit = spec.limit === undefined ? defaultRateLimit({ ...spec, method }) : spec.limit;
  if (!limit) return null;
  const { points, seconds } = RATE_LIMITS[limit];
  const counted = {
    token: "per token",
    "token-or-session": "per token or user",
    "build-secret": "per secret",
    metrics: "",
    none: "per IP address",
  };
  return (
    <p className={classes.limit}>
      Rate limit: {formatNumber(points)} requests per {seconds} seconds {counted[spec.credential]}
    </p>
  );
}
