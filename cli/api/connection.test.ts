import { describe, expect, test } from "vitest";
import { parseBaseUrl, resolveConnection } from "./connection.ts";

const tokenOf = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
const TOKEN = tokenOf({ tid: "t-1", exp: 1_800_000_000 });

describe("parseBaseUrl", () => {
  test.each([
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
    ["https://example.com/drydock//", "https://example.com/drydock"],
    [" https://EXAMPLE.com/Tools/Drydock ", "https://example.com/Tools/Drydock"],
  ])("takes %j", (given, expected) => {
    expect(parseBaseUrl(given)).toBe(expected);
  });

  test.each(["", "localhost:3000", "example.com", "ftp://x", "http://u:p@x", "http://x/?a=1", "http://x/#y"])(
    "refuses %j as wrong usage",
    (given) => {
      expect(() => parseBaseUrl(given)).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ exitCode: 2 }) }),
      );
    },
  );
});

describe("resolveConnection", () => {
  test("prefers options to the environment, and takes the tenant from the token", () => {
    const env = { CLI_API_URL: "http://a", CLI_TOKEN: tokenOf({ tid: "t-2" }) };
    expect(resolveConnection({ apiUrl: "http://b", token: TOKEN }, env)).toEqual({
      baseUrl: "http://b",
      token: TOKEN,
      tenantId: "t-1",
      expiresAt: new Date(1_800_000_000_000),
      proxy: null,
    });
    expect(resolveConnection({}, env)).toMatchObject({
      baseUrl: "http://a",
      tenantId: "t-2",
      expiresAt: null,
    });
  });

  test("a missing token is wrong usage", () => {
    expect(() => resolveConnection({ apiUrl: "http://a" }, {})).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ exitCode: 2 }) }),
    );
  });

  test.each(["x", "a.b.c", tokenOf({}), tokenOf({ tid: "a\nb" }), `${TOKEN}é`])(
    "%j is no token of the platform",
    (token) => {
      expect(() => resolveConnection({ apiUrl: "http://a", token }, {})).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ code: "UNAUTHENTICATED" }) }),
      );
    },
  );
});
