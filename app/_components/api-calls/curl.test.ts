import { describe, expect, it } from "vitest";
import { toCli, toCurl } from "./curl.ts";

const origin = "http://127.0.0.1:3000";

describe("toCurl", () => {
  it("reads with token and tenant", () => {
    expect(toCurl({ path: "/api/me", tenantId: "01900000-0000-7000-8000-00000000a001" }, origin)).toBe(
      [
        "curl \\",
        '  -H "Authorization: Bearer $CLI_TOKEN" \\',
        "  -H 'X-Tenant-Id: 01900000-0000-7000-8000-00000000a001' \\",
        "  'http://127.0.0.1:3000/api/me'",
      ].join("\n"),
    );
  });

  it("sends a body as JSON", () => {
    const command = toCurl({ method: "POST", path: "/api/x", body: { name: "Field Notes" } }, origin);
    expect(command).toContain("curl -X POST");
    expect(command).toContain("-H 'Content-Type: application/json'");
    expect(command).toContain('"name": "Field Notes"');
  });

  it("takes a worker's secret, no credential, and further headers", () => {
    expect(toCurl({ path: "/api/x", credential: "build-secret" }, origin)).toContain(
      '-H "x-build-secret: $BUILD_SECRET"',
    );
    const command = toCurl({ path: "/api/x", credential: "none", headers: { "If-None-Match": "*" } }, origin);
    expect(command).toBe(`curl \\\n  -H 'If-None-Match: *' \\\n  '${origin}/api/x'`);
  });

  it("leaves a shell nothing to interpret", () => {
    const command = toCurl(
      { method: "POST", path: "/api/x?a=1&b=$(id)", body: { name: "it's `id`" } },
      origin,
    );
    expect(command).toContain("'http://127.0.0.1:3000/api/x?a=1&b=$(id)'");
    expect(command).toContain(String.raw`"it'\''s ${"`id`"}"`);
  });
});

describe("toCli", () => {
  it("names the server", () => {
    expect(toCli("cli whoami", origin)).toBe("cli whoami \\\n  --api-url http://127.0.0.1:3000");
  });
});
