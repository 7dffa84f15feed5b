import fc from "fast-check";
import type { JsonSchema, Operation } from "./operations.ts";

/** Valid credentials and ids, so that some generated requests pass every check. */
export interface KnownValues {
  token: string;
  tenantId: string;
  buildSecret: string;
  ids: string[];
}

type Headers = Record<string, string>;

export interface GeneratedRequest {
  method: string;
  target: string;
  headers: Headers;
  body: string | undefined;
}

/** Random requests of one operation: mostly valid, some hostile, and one with each set of invalid headers. */
export function sampleRequests(operation: Operation, known: KnownValues, count: number): GeneratedRequest[] {
  const headers = fc.oneof(
    { weight: 8, arbitrary: fc.constant(validHeaders(operation, known)) },
    { weight: 1, arbitrary: fc.constantFrom(...invalidHeaders(operation, known)) },
  );
  return [
    ...fc.sample(requestsAt(operation, known, headers), count),
    ...invalidHeaders(operation, known).flatMap((headers) =>
      fc.sample(requestsAt(operation, known, fc.constant(headers)), 1),
    ),
  ];
}

function requestsAt(
  operation: Operation,
  known: KnownValues,
  headers: fc.Arbitrary<Headers>,
): fc.Arbitrary<GeneratedRequest> {
  return fc
    .record({
      path: fc.tuple(...pathParameters(operation).map(({ name }) => pathValue(name, known))),
      query: queryOf(operation),
      headers,
      body: anyBodyOf(operation, known),
    })
    .map(({ path, query, headers, body }) => ({
      method: operation.method,
      target: fillPath(operation, path) + query,
      headers: {
        ...(body !== undefined && { "Content-Type": operation.upload ?? "application/json" }),
        ...headers,
      },
      body,
    }));
}

const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "\ud800",
  "a\u0301".repeat(100),
  "🚢".repeat(5_000),
  "__proto__",
  "constructor",
  "'; drop table builds; --",
  "{1,2}",
  "../../etc/passwd",
  "%00",
  "\r\nX-Injected: 1",
  "9".repeat(400),
  "-1",
  "1e309",
  "NaN",
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: "binary", maxLength: 200 }),
);

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  hostileText,
  fc.constantFrom(null, true, 0, -0, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[[[]]]]),
);

/** Text that fits into a request line; Node rejects one above 16 KiB. */
const shortText = hostileText.filter((text) => text.isWellFormed() && text.length < 1_000);

const pathParameters = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === "path");

const VALID_VALUES: Record<string, string[]> = {
  sha256: ["0".repeat(64)],
  type: ["app-plugin", "system-plugin"],
  slug: ["photo-annotate"],
  version: ["1.0.0", "1.1.1"],
};

const pathValue = (name: string, known: KnownValues) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(VALID_VALUES[name] ?? known.ids)) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: shortText.filter((text) => !/^\.{0,2}$/.test(text)) },
  );

function fillPath(operation: Operation, values: readonly string[]): string {
  return pathParameters(operation).reduce(
    (path, { name }, index) => path.replace(`{${name}}`, () => encodeURIComponent(values[index] ?? "")),
    operation.path,
  );
}

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const names = [
    ...parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
    "unknown",
  ];
  const pair = fc.tuple(
    fc.constantFrom(...names),
    fc.oneof(fc.constantFrom("true", "false", "1", "20", "COMPLETED", "IOS", "WzFd"), shortText),
  );
  return fc
    .array(pair, { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`));
}

const validHeaders = ({ credential }: Operation, known: KnownValues): Headers =>
  credential === "token"
    ? { Authorization: `Bearer ${known.token}`, "X-Tenant-Id": known.tenantId }
    : { "x-build-secret": known.buildSecret };

function invalidHeaders(operation: Operation, known: KnownValues): Headers[] {
  const valid = validHeaders(operation, known);
  return [
    {},
    { Authorization: "Bearer x.y.z", "X-Tenant-Id": known.tenantId },
    { Authorization: `Bearer ${known.token}` },
    { Authorization: `Basic ${known.token}`, "X-Tenant-Id": "%" },
    { "x-build-secret": "" },
    { ...valid, "Content-Type": "text/plain" },
    { ...valid, "Idempotency-Key": "\u00e9" },
    { ...valid, "If-None-Match": 'W/"x", *' },
  ];
}

function anyBodyOf({ body, upload }: Operation, known: KnownValues): fc.Arbitrary<string | undefined> {
  if (upload) return hostileText.filter((text) => text.isWellFormed());
  return body ? bodyOf(body, known) : fc.constant(undefined);
}

/** Random bodies: valid, with one or two invalid fields, or arbitrary, including malformed JSON. */
function bodyOf(schema: JsonSchema, known: KnownValues): fc.Arbitrary<string> {
  const fields = Object.entries(schema.properties ?? {});
  const valid = fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, validValue(name, field, known)])),
    {
      requiredKeys: schema.required ?? [],
    },
  );
  const names = fc.constantFrom(...fields.map(([name]) => name), "__proto__", "extra");
  const mutated = fc
    .tuple(valid, fc.array(fc.tuple(names, anyJson), { minLength: 1, maxLength: 2 }))
    .map(([body, changes]) => Object.fromEntries([...Object.entries(body), ...changes]));
  const raw = fc.oneof(
    fc.json(),
    hostileText.filter((text) => text.isWellFormed()),
    fc.constantFrom('{"slug":"a","slug":"b"}', "[".repeat(10_000), '{"a":'.repeat(2_000), "\ufeff{}", "nul"),
  );
  return fc.oneof(
    { weight: 3, arbitrary: valid.map((body) => JSON.stringify(body)) },
    { weight: 4, arbitrary: mutated.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: raw },
  );
}

function validValue(name: string, field: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  if (field.enum) return fc.constantFrom(...field.enum);
  if (name.endsWith("Id")) return fc.constantFrom(...known.ids);
  if (name === "version")
    return fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((numbers) => numbers.join("."));
  if (name === "slug") return fc.nat(50).map((number) => `generated-${number}`);
  if (name === "sizeBytes") return fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String);
  if (name === "archiveSha256") return fc.constant("0".repeat(64));
  return fc.string({ minLength: 1, maxLength: 30 });
}
