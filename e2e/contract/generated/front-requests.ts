import fc from "fast-check";
import type { RawRequest } from "../raw-http.ts";

/** Seed of the generated requests; `FUZZ_SEED` repeats a failure of another. */
export const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_125);

const METHODS = [
  ...["GET", "GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
  ...["PROPFIND", "PURGE", "QUERY", "LINK", "get", "BREW"],
];

/** Paths that Next answers, and near misses. */
const PATHS = [
  ...["/", "/sign-in", "/sign-up", "/docs", "/docs/api", "/docs/errors/not-found", "/marketplace", "/admin"],
  ...[
    "/marketplace/app-plugin/offline-sync",
    "/builder",
    "/builder/acme",
    "/invite/x",
    "/absent",
    "/404",
    "/500",
  ],
  ...[
    "/_error",
    "/_next/image",
    "/_next/image?url=%2Ficon.svg&w=64&q=75",
    "/_next/imagex",
    "/_next/data/x.json",
  ],
  ...[
    "/_next/data/build/index.json",
    "/_next/static/x.js",
    "/_next/static/",
    "/_next/static/%2e%2e/x",
    "/_next",
  ],
  ...["/_next/webpack-hmr", "/__nextjs_original-stack-frames", "/icon.svg", "/icon.svgx", "/favicon.ico"],
  ...[
    "/robots.txt",
    "/sign-in.rsc",
    "/index.rsc",
    "/sign-in.segments/_tree.segment.rsc",
    "/schemas/plugin.json",
  ],
  ...[
    "/api/auth/signout",
    "/api/auth/verify-request",
    "/api/auth/csrf",
    "/api/auth/session",
    "/api/auth/providers",
  ],
  ...[
    "/api/auth/error?error=x",
    "/api/auth/callback/credentials",
    "/api/auth/callback/github",
    "/api/auth/_log",
  ],
  ...["/api/auth/signin/credentials", "/api/auth/x/y/z", "/api/auth/", "/api/auth", "/api/previews/x/1"],
  ...[
    "/api/exports/audit",
    "/api/exports/activity",
    "/api/uploads/acme/archives/x",
    "/api/uploads/x",
    "/api/trpc/marketplace.search",
  ],
  ...[
    "/api/trpc/x",
    "/api/trpc/builds.changes?input=%7B%7D",
    "/api/trpc/a,b,c?batch=1&input=%7B%7D",
    "/api/health",
  ],
  ...[
    "/api/openapi.json",
    "/api/x",
    "//",
    "//host/x",
    "/%2e%2e/%2e%2e",
    "/sign-in/",
    "/a//b",
    "/%00",
    "/%ff",
    "/%",
  ],
  ...[
    "/marketplace?q=%ff",
    "/marketplace?q=a&q=b",
    "/marketplace?cursor=x",
    "/sign-in?callbackUrl=//x",
    "*",
    "x",
  ],
];

const STATE = encodeURIComponent(JSON.stringify(["", { children: ["__PAGE__", {}] }, null, null]));

/** Values that break parsers: empty, long, not ASCII, not decodable, not JSON. */
const ODD_VALUES = [
  ...[
    "",
    "1",
    "0",
    "-1",
    "null",
    "{}",
    "[]",
    "%",
    "%ff",
    "%00",
    "x".repeat(4_000),
    "\u00e9\u00ff",
    "\t",
    "a,b",
    '"',
  ],
  ...[
    "../..",
    "*/*",
    "undefined",
    "__proto__",
    "constructor",
    "[".repeat(2_000),
    "http://[",
    STATE,
    "%5B%22%22%5D",
  ],
];

const HEADER_VALUES: Record<string, readonly string[]> = {
  Accept: ["text/html", "text/x-component", "application/json", "*/*;q=x"],
  "Accept-Encoding": ["gzip", "br;q=0", "gzip;q=x", "*", "identity;q=0"],
  "Accept-Language": ["en", "*"],
  Authorization: ["Bearer x", "Basic x"],
  "Content-Type": [
    "application/json",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "text/plain",
  ],
  Cookie: ["drydock.session=x", "drydock.session=%", "a=b; a=c", "__prerender_bypass=x", "=", ";;;"],
  Forwarded: ["for=1.2.3.4;host=x"],
  "If-Modified-Since": ["x", "Thu, 01 Jan 1970 00:00:00 GMT"],
  "If-None-Match": ["*", 'W/"x"', '"'],
  "If-Range": ['"x"'],
  "Next-Action": ["x", "0".repeat(42)],
  "Next-HMR-Refresh": ["1"],
  "Next-Router-Prefetch": ["1", "2"],
  "Next-Router-Segment-Prefetch": ["/_tree", "/x", "/../x"],
  "Next-Router-State-Tree": [STATE, STATE.slice(1), "%5B%5D"],
  "Next-URL": ["/", "//x"],
  "Next-Test-Fetch-Priority": ["high"],
  Origin: ["null", "http://x.example"],
  Purpose: ["prefetch"],
  RSC: ["1"],
  Range: ["bytes=0-1", "bytes=5-1", "bytes=-", "bytes=0-1,3-4", "x=1"],
  Referer: ["x"],
  "Sec-Fetch-Site": ["cross-site"],
  "User-Agent": ["Googlebot", "facebookexternalhit"],
  "X-Forwarded-For": ["1.2.3.4", "x, y"],
  "X-Forwarded-Host": ["x.example", "a b", "x:y:z", "[", "x,y"],
  "X-Forwarded-Port": ["x"],
  "X-Forwarded-Proto": ["https", "x", "https,http"],
  "X-Invoke-Path": ["/x"],
  "X-Matched-Path": ["/x"],
  "X-Middleware-Invoke": ["1"],
  "X-Middleware-Next": ["1"],
  "X-Middleware-Prefetch": ["1"],
  "X-Middleware-Rewrite": ["/x", "http://x.example"],
  "X-Middleware-Subrequest": ["proxy:proxy:proxy:proxy:proxy", "x"],
  "X-Nextjs-Data": ["1"],
  "X-Nonce": ["x", "<"],
  "X-Now-Route-Matches": ["1=x"],
  "X-Prerender-Revalidate": ["x"],
  "X-Request-Id": ["request-0001", "x"],
};

const header = fc
  .constantFrom(...Object.keys(HEADER_VALUES))
  .chain((name) =>
    fc.constantFrom(...(HEADER_VALUES[name] ?? []), ...ODD_VALUES).map((value) => `${name}: ${value}`),
  );

const suffix = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  fc.constantFrom(
    "?_rsc=x",
    "?_rsc=%",
    "?__nextDataReq=1",
    "?__nextLocale=x",
    "?nxtPslug=x",
    "/%2f",
    "%0d%0a",
    ";x",
  ),
  fc.webQueryParameters().map((query) => `?${query}`),
  fc.webPath({ size: "small" }),
);

const body = fc.constantFrom(
  "",
  "",
  "{}",
  "x",
  "[1]",
  "--x\r\n\r\n--x--",
  '["$K1"]',
  "csrfToken=x&callbackUrl=x",
);

const request = fc
  .record({
    method: fc.constantFrom(...METHODS),
    path: fc.constantFrom(...PATHS),
    suffix,
    headers: fc.array(header, { maxLength: 5 }),
    body,
  })
  .map(({ method, path, suffix: end, headers, body: text }): RawRequest => {
    const length = Buffer.byteLength(text);
    return {
      start: `${method} ${path}${end}`,
      headers: [...headers, ...(length > 0 ? [`Content-Length: ${length}`] : [])],
      body: [text],
    };
  });

/** Requests with odd methods, paths and headers, for all that the production server passes to Next. */
export const sampleFrontRequests = (count: number): RawRequest[] =>
  fc.sample(request, { numRuns: count, seed: SEED });
